import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { readOfferedUrl } from "@ruaflow/embedded/offered-urls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askClickHouse } from "../support/ask-clickhouse.ts";
import { readEnginePid } from "../support/engine-process.ts";
import { countReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload } from "../support/upload.ts";

const DOMAIN = "blocked.example";
const dataDir = createMigratedDataDir();
const pipe = join(dataDir, "a-pipe");
let service: RunningService;
let key: string;
let seeds = 0;

beforeAll(async () => {
  service = await startService(dataDir);
  key = service.key ?? expect.fail("the first start prints a key");
  await runOrThrow(["domains", "add", DOMAIN], { RUAFLOW_DATA_DIR: dataDir });
  execFileSync("mkfifo", [pipe]);
}, 120_000);

afterAll(async () => {
  await service.kill();
  await removeDataDir(dataDir);
});

async function uploadReport(): Promise<void> {
  seeds += 1;
  const xml = [...generateReport({ seed: seeds, domain: DOMAIN, begin: 1_767_571_200 }).xml()].join("");
  expect(await upload(service, key, { name: "report.xml", body: xml })).toMatchObject([{ outcome: "accepted" }]);
}

async function expectAllStored(): Promise<void> {
  const counting = () => countReports(service, key).catch(() => -1);
  await expect.poll(counting, { timeout: 120_000, interval: 250 }).toBe(seeds);
}

/** The engine opens the pipe as a time zone and waits for a writer, for ever, with a lock that inserts need. */
async function blockEngine(): Promise<void> {
  const url = (await readOfferedUrl(dataDir, "full")) ?? "";
  askClickHouse(url, `SELECT toDateTime(0, 'file:${pipe}') SETTINGS max_execution_time = 1`).catch(() => undefined);
}

test("reports that are taken while the engine is killed are stored once", async () => {
  for (let kills = 0; kills < 3; kills += 1) {
    const pid = await readEnginePid(dataDir);
    await uploadReport();
    process.kill(pid, "SIGKILL");
    await uploadReport();
    await expect.poll(() => readEnginePid(dataDir), { timeout: 60_000 }).not.toBe(pid);
    await expectAllStored();
  }
}, 300_000);

test("a question that blocks the engine ends with its process, and nothing that was taken is lost", async () => {
  const pid = await readEnginePid(dataDir);
  await blockEngine();
  await uploadReport();
  await expect.poll(() => readEnginePid(dataDir), { timeout: 60_000 }).not.toBe(pid);
  await expectAllStored();
  expect(service.tail()).toContain("ClickHouse ended and is started again");
  expect(service.tail()).toContain("toDateTime(0, ");
}, 300_000);

test("an engine that does not answer makes the service not ready, is named in its log, and is started again", async () => {
  const pid = await readEnginePid(dataDir);
  process.kill(pid, "SIGSTOP");
  const readStatus = async () => (await fetch(`${service.url}/readyz`)).status;
  await expect.poll(readStatus, { timeout: 60_000 }).toBe(503);
  await uploadReport();
  await expect.poll(() => readEnginePid(dataDir), { timeout: 60_000 }).not.toBe(pid);
  await expectAllStored();
  await expect.poll(readStatus, { timeout: 60_000 }).toBe(200);
  expect(service.tail()).toContain("ClickHouse does not answer");
}, 300_000);

test("a service whose engine is blocked ends when it is asked to, and its engine with it", async () => {
  const pid = await readEnginePid(dataDir);
  await blockEngine();
  expect(await service.stop()).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  service = await startService(dataDir);
  await expectAllStored();
}, 300_000);

test("a killed service takes its engine with it, also a stopped one, and the next start has the folder", async () => {
  const pid = await readEnginePid(dataDir);
  process.kill(pid, "SIGSTOP");
  await service.kill();
  service = await startService(dataDir);
  expect(await readEnginePid(dataDir)).not.toBe(pid);
  await expectAllStored();
}, 300_000);
