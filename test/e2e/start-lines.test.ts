import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  ask,
  createDataDir,
  type RunningService,
  removeDataDir,
  runCommand,
  startService,
} from "../support/service.ts";

const TERMINAL = { NODE_OPTIONS: "--import=data:text/javascript,process.stderr.isTTY=true" };

let dataDir: string;
let service: RunningService | undefined;

beforeEach(() => {
  dataDir = createDataDir();
});

afterEach(async () => {
  await service?.stop();
  await removeDataDir(dataDir);
});

async function askThrice(started: RunningService): Promise<void> {
  for (let count = 0; count < 3; count += 1) await ask(started, started.key ?? "", "/api/v1/reports");
  await sleep(200);
}

test("on a terminal the greeting with the key is the last output, and requests do not scroll it away", async () => {
  service = await startService(dataDir, { ...TERMINAL, RUAFLOW_LOG_LEVEL: "info" });
  await askThrice(service);
  expect(service.tail()).not.toContain('{"level"');
  expect(service.tail()).not.toContain("/api/v1/reports {");
  expect(service.tail().trimEnd()).toMatch(/Ctrl-C stops it; the data stays\.$/);
}, 60_000);

test("requests are logged at debug level, as JSON without a terminal", async () => {
  service = await startService(dataDir, { RUAFLOW_LOG_LEVEL: "debug" });
  await askThrice(service);
  const lines = service
    .tail()
    .split("\n")
    .filter((line) => line.includes('"msg":"request"'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(Array(3).fill({ level: 20, status: 200 }));
}, 60_000);

test("the command for another key in the greeting works as shown", async () => {
  service = await startService(dataDir);
  const args =
    service.output
      .match(/npx ruaflow (keys create.*)/)?.[1]
      ?.trim()
      .split(" ") ?? [];
  const { code, stdout } = await runCommand(args, { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ruaflow_/)]);
}, 60_000);
