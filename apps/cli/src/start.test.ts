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

it("a command that needs no store loads no code of the stores' engines or of the apps", async () => {
  const { stderr } = await promisify(execFile)(process.execPath, ["--import", LISTING, main, "--help"]);
  const loaded = stderr.split("\n").filter((line) => line.startsWith("file:"));
  expect(loaded.length).toBeGreaterThan(50);
  const others = loaded.filter((url) =>
    /\/(apps\/(?!cli\/)|libs\/(engines|event-log|http|dmarc\/src\/(parse|envelope))\/|node_modules\/(fastify|typebox|undici)\/)/.test(
      url,
    ),
  );
  expect(others).toEqual([]);
});
