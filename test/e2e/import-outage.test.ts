import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeReports } from "../load/write-reports.ts";
import { countReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { type RunningService, removeDataDir, runCommand, startService } from "../support/service.ts";

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
  dataDir = createMigratedDataDir();
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

/** Bytes of the list of files that are done: grows every 500 files, and goes with the end of the import. */
function readStateBytes(): number {
  const folder = join(dataDir, "imports");
  const [name] = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  return name === undefined ? 0 : (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
}

/** Waits until the import has done more files than those of `bytes`, or all; returns the bytes then. */
async function waitForProgress({ isDone }: ReturnType<typeof startImport>, bytes = 0): Promise<number> {
  const hasProgress = () => isDone() || readStateBytes() > bytes;
  await expect.poll(hasProgress, { timeout: 90_000, interval: 5 }).toBe(true);
  return readStateBytes();
}

test("an import survives repeated kills of PostgreSQL", async () => {
  const running = startImport();
  const killed = new Set<number>();
  let bytes = await waitForProgress(running);
  while (!running.isDone() && killed.size < 5) {
    // The file still names the process before, until the next one has replaced it.
    await expect.poll(() => running.isDone() || !killed.has(readPostgresPid()), { timeout: 30_000 }).toBe(true);
    if (running.isDone()) break;
    const pid = readPostgresPid();
    process.kill(pid, "SIGKILL");
    killed.add(pid);
    bytes = await waitForProgress(running, bytes);
  }
  expect(killed.size).toBeGreaterThan(1);
  await expectAllImported(running);
}, 120_000);

test.for(["stopped", "killed"] as const)(
  "an import survives a service that is %s and restarted",
  // Only where the import was faster than the service's end, for then nothing was tested.
  { timeout: 120_000, retry: { count: 3, condition: /the import ended before the service/ } },
  async (end) => {
    const running = startImport();
    await waitForProgress(running);
    await (end === "stopped" ? service.stop() : service.kill());
    expect(running.isDone(), "the import ended before the service").toBe(false);
    service = await startService(dataDir);
    await expectAllImported(running);
  },
);

test("a service that is started during an import waits for it, and says so", async () => {
  await service.stop();
  const running = startImport();
  await waitForProgress(running);
  service = await startService(dataDir);
  expect(running.isDone()).toBe(true);
  expect(service.tail()).toMatch(/waiting for process \d+ \(a ruaflow command\)/);
  await expectAllImported(running);
}, 120_000);
