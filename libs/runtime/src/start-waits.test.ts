import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** An app whose store is away for its first two starts, or whose error is another one. */
const toProgram = (failure: string) => `
  import { runApp } from ${at("app.ts")};
  import { loggerSettings } from ${at("logging/index.ts")};
  import { tracingSettings } from ${at("tracing/index.ts")};
  import { OutageError, UsageError } from ${at("errors.ts")};
  let starts = 0;
  const alive = setInterval(() => undefined, 1000);
  await runApp({
    name: "writer",
    description: "writes",
    settings: { ...loggerSettings, ...tracingSettings },
    async start(settings, { metrics }) {
      metrics.counter("writes_total", "Writes.");
      starts += 1;
      if (starts < 3) throw ${failure};
      return { name: "writer", greeting: "started " + starts, stop: async () => undefined };
    },
  }, { env: {}, argv: [] });`;

async function run(failure: string, signalOn?: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", toProgram(failure)]);
  let stdout = "";
  let stderr = "";
  const stopOn = (text: string) => signalOn !== undefined && text.includes(signalOn) && child.kill("SIGTERM");
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    stopOn(stdout);
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
    stopOn(stderr);
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

const outage = `new OutageError("ClickHouse", new Error("connect ECONNREFUSED 127.0.0.1:8123"))`;

test("a start waits for a store that is away, and says which, as JSON", { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await run(outage, "started");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "started 3" });
  const lines = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.includes("waits"));
  expect(lines).toHaveLength(2);
  for (const { err } of lines)
    expect(err.message).toMatch(/^ClickHouse cannot be reached: connect ECONNREFUSED 127.0.0.1:8123/);
});

test("a start that waits ends at SIGTERM", { timeout: 60_000 }, async () => {
  expect(await run(outage, "the start waits")).toMatchObject({ code: 0, stdout: "" });
});

test("what the operator must mend ends the process with one sentence", { timeout: 60_000 }, async () => {
  const { code, stderr } = await run(`new UsageError("Wrong release.")`);
  expect(code).toBe(2);
  expect(stderr.trim().split("\n").at(-1)).toBe("Wrong release.");
});
