import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Runs a script in a Node process of its own, which reads the sources as in production. */
async function run(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  return stdout.trim();
}

const toImport = (file: string) => `await import(${JSON.stringify(join(import.meta.dirname, file))})`;

test.each(["index.ts", "kafka/kafkajs/kafkajs-log.ts"])(
  "Node itself can load %s, including the names it imports from CommonJS",
  async (file) => {
    expect(await run(`${toImport(file)}; console.log("loaded");`)).toBe("loaded");
  },
);

test.each([
  ["{}", "postgres "],
  ['{ KAFKA_BROKERS: "127.0.0.1:1" }', "kafka kafkajs"],
])("with the settings %s, the log loads what it needs: %s", async (settings, loaded) => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = url.match(/node_modules\\/(kafkajs)\\//)?.[1];
        if (name) loaded.add(name);
        return next(url, context);
      },
    });
    const { createEventLog, eventLogSettings } = ${toImport("index.ts")};
    const { readSettings } = await import("@ruaflow/runtime/settings");
    const settings = readSettings(eventLogSettings, ${settings});
    const log = await createEventLog(settings, { databaseUrl: "postgres://127.0.0.1:1/none", onRetry() {} });
    console.log(log.driver + " " + [...loaded].join());
  `;
  expect(await run(script)).toBe(`${loaded}`.trim());
});
