import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

/** Prints the URL of each module that the process loads. */
const LISTING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeSync } from "node:fs";
  registerHooks({ load(url, context, next) { writeSync(2, url + "\\n"); return next(url, context); } });
`)}`;

async function listModules(...args: readonly string[]): Promise<string[]> {
  const { stderr } = await promisify(execFile)(process.execPath, ["--import", LISTING, ...args], {
    maxBuffer: 2 ** 24,
  });
  return stderr.split("\n").filter((line) => line.startsWith("file:"));
}

const listImports = (module: string) =>
  listModules("--input-type=module", "-e", `await import(${JSON.stringify(new URL(module, import.meta.url).href)})`);

it("a command that needs no store loads no code of the stores' engines or of the apps", async () => {
  const loaded = await listModules(main, "--help");
  expect(loaded.length).toBeGreaterThan(50);
  const others = loaded.filter((url) =>
    /\/(apps\/(?!cli\/)|libs\/(engines|event-log|http|dmarc\/src\/(parse|envelope))\/|node_modules\/(fastify|typebox|undici|pg)\/)/.test(
      url,
    ),
  );
  expect(others).toEqual([]);
});

/** Each has hundreds of modules, or an engine. */
const HEAVY =
  /\/(libs\/record-store\/src\/(?!settings|exports)|node_modules\/(typebox|fastify|ajv|@clickhouse|chdb|kafkajs|mailauth)\/)/;

it.each([
  ["an import", "./import/run-import.ts"],
  ["a command's way to the stores of a running service", "./stores/open-stores.ts"],
  ["a thread that reads submissions", "../../ingest/src/reading/reader.ts"],
])("%s loads no schemas, and nothing of the server and of ClickHouse", async (_, module) => {
  const loaded = await listImports(module);
  expect(loaded.length).toBeGreaterThan(50);
  expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
});
