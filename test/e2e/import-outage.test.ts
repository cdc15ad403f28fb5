import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeReports } from "../load/write-reports.ts";
import { countReports } from "../support/list-reports.ts";
import { createDataDir, type RunningService, removeDataDir, runCommand, startService } from "../support/service.ts";

const REPORTS = 3000;

let files: string;
let dataDir: string;
let service: RunningService;
let key: string;

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), "ruaflow-reports-"));
  await writeReports(files, { reports: REPORTS, domains: 50, recordsMax: 5 });
});

afterAll(() => rm(files, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = createDataDir();
  service = await startService(dataDir);
  key = service.key ?? "";
});

afterEach(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

function startImport() {
  let isDone = false;
  const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
  const result = runCommand(["import", "--add-domains", "--json", files], environment).finally(() => {
    isDone = true;
  });
  return { result, isDone: () => isDone };
}

/** Every file is imported, no failure is reported, and the API shows each report once. */
async function expectAllImported({ result }: ReturnType<typeof startImport>): Promise<void> {
  const { code, stdout, stderr } = await result;
  expect(stderr).not.toMatch(/Error|\n +at /);
  const summary = JSON.parse(stdout);
  expect(summary).toMatchObject({ failed: [], listed: [], files: { total: REPORTS } });
  expect(summary.files.accepted + summary.files.duplicate).toBe(REPORTS);
  expect(code).toBe(0);
  await expect.poll(() => countReports(service, key), { timeout: 20_000 }).toBe(REPORTS);
}

function readPostgresPid(): number {
  return Number(readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
}

test("an import survives repeated kills of PostgreSQL", async () => {
  const running = startImport();
  let kills = 0;
  await sleep(700);
  while (!running.isDone() && kills < 5) {
    process.kill(readPostgresPid(), "SIGKILL");
    kills += 1;
    await sleep(2000);
  }
  expect(kills).toBeGreaterThan(1);
  await expectAllImported(running);
}, 120_000);

test.for(["stopped", "killed"] as const)(
  "an import survives a service that is %s and restarted",
  { timeout: 120_000 },
  async (end) => {
    const running = startImport();
    await sleep(1200);
    await (end === "stopped" ? service.stop() : service.kill());
    expect(running.isDone()).toBe(false);
    service = await startService(dataDir);
    await expectAllImported(running);
  },
);

test("a service that is started during an import waits for it, and says so", async () => {
  await service.stop();
  const running = startImport();
  await sleep(1500);
  service = await startService(dataDir);
  expect(running.isDone()).toBe(true);
  expect(service.tail()).toMatch(/waiting for process \d+ \(a ruaflow command\)/);
  await expectAllImported(running);
}, 120_000);
