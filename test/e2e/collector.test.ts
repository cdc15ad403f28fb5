import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listAllReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";

const REPORTS = 800;
const KILLS = 3;
const DOMAIN = "example.com";
const BEGIN = Date.UTC(2026, 9, 1) / 1000;

let folder: string;
let dataDir: string;
let service: RunningService;

const start = () => startService(dataDir, { RUAFLOW_FOLDER: folder, RUAFLOW_COLLECT_EVERY_MS: "1000" });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-folder-"));
  dataDir = createMigratedDataDir();
  service = await start();
});

afterEach(async () => {
  await service.stop();
  await removeDataDir(dataDir);
  await rm(folder, { recursive: true, force: true });
});

/** Reports as messages of a Maildir, which are taken without waiting. */
async function deliver(): Promise<number> {
  for (const name of ["cur", "new", "tmp"]) await mkdir(join(folder, name));
  let messages = 0;
  for (let seed = 1; seed <= REPORTS; seed += 1) {
    const report = generateReport({ seed, domain: DOMAIN, begin: BEGIN, records: 2 });
    messages += report.messages;
    await writeFile(join(folder, "tmp", String(seed)), [...report.xml()].join(""));
  }
  for (const name of await readdir(join(folder, "tmp"))) {
    await rename(join(folder, "tmp", name), join(folder, "new", name));
  }
  return messages;
}

const countDone = async () => (await readdir(join(folder, "done")).catch(() => [])).length;

test("files of a watched folder count once each, however often the service is killed", async () => {
  const key = service.key ?? "";
  await runOrThrow(["domains", "add", DOMAIN], { RUAFLOW_DATA_DIR: dataDir });
  const messages = await deliver();
  let killedInBetween = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await countDone();
    await expect.poll(countDone, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before);
    await sleep(Math.random() * 100);
    if ((await countDone()) < REPORTS) killedInBetween += 1;
    await service.kill();
    service = await start();
  }
  expect(killedInBetween).toBeGreaterThan(1);
  await expect.poll(countDone, { timeout: 60_000 }).toBe(REPORTS);
  await expect.poll(async () => (await listAllReports(service, key)).length, { timeout: 30_000 }).toBe(REPORTS);
  const reports = await listAllReports(service, key);
  expect(reports.reduce((sum, { total_count }) => sum + total_count, 0)).toBe(messages);
  expect(await readdir(join(folder, "refused")).catch(() => [])).toEqual([]);
}, 240_000);
