import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeReports } from "../load/write-reports.ts";
import { countReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { type RunningService, removeDataDir, runCommand, startService } from "../support/service.ts";

const REPORTS = 2000;
const cli = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));

let files: string;
let dataDir: string;
let service: RunningService;

beforeEach(async () => {
  files = mkdtempSync(join(tmpdir(), "ruaflow-reports-"));
  await writeReports(files, { reports: REPORTS, domains: 50, recordsMax: 5 });
  dataDir = createMigratedDataDir();
  service = await startService(dataDir);
});

afterEach(async () => {
  await service.stop();
  await removeDataDir(dataDir);
  await rm(files, { recursive: true });
});

const toEnvironment = () => ({ RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });

/** Bytes of the list of files that are done; 0 before the first. */
function readStateBytes(): number {
  const folder = join(dataDir, "imports");
  const [name] = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  return name === undefined ? 0 : statSync(join(folder, name)).size;
}

async function importAndKill(): Promise<void> {
  const args = [cli, "import", "--add-domains", files];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...toEnvironment() }, stdio: "ignore" });
  const ended = once(child, "exit");
  await expect.poll(readStateBytes, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  child.kill("SIGKILL");
  await ended;
}

test("an import that was killed continues where it stopped, reads changed files again, and each report counts once", async () => {
  await importAndKill();
  const doneEarlier = readStateBytes() / 16;
  expect(doneEarlier).toBeLessThan(REPORTS);
  const changed = readdirSync(files).map((name) => join(files, name));
  for (const path of changed) await appendFile(path, "\n");
  const readAgain = await runCommand(["import", "--resume", "--add-domains", "--json", files], toEnvironment());
  expect(JSON.parse(readAgain.stdout)).toMatchObject({ skipped: 0, failed: [], files: { total: REPORTS } });
  expect(await countReports(service, service.key ?? "")).toBe(REPORTS);
  expect(readStateBytes()).toBe(0);
}, 120_000);

test("files that are done are not read again", async () => {
  await importAndKill();
  const doneEarlier = readStateBytes() / 16;
  const { code, stdout } = await runCommand(["import", "--resume", "--add-domains", "--json", files], toEnvironment());
  const { skipped, files: counts } = JSON.parse(stdout);
  expect([code, skipped, counts.total]).toEqual([0, doneEarlier, REPORTS - doneEarlier]);
  expect(await countReports(service, service.key ?? "")).toBe(REPORTS);
}, 120_000);
