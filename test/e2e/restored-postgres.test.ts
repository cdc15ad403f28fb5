import { mkdtempSync } from "node:fs";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeReports } from "../load/write-reports.ts";
import { askClickHouse } from "../support/ask-clickhouse.ts";
import { countReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { ask, type RunningService, removeDataDir, runCommand, startService } from "../support/service.ts";

let root: string;
let dataDir: string;
let service: RunningService;
let key: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "ruaflow-restored-"));
  dataDir = createMigratedDataDir();
  await start();
  key = service.key ?? "";
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
  await rm(root, { recursive: true });
});

async function start(): Promise<void> {
  service = await startService(dataDir);
}

const toEnvironment = () => ({ RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });

async function importFolder(name: string): Promise<void> {
  const { code, stderr } = await runCommand(["import", "--add-domains", join(root, name)], toEnvironment());
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
}

/** Copies PostgreSQL's folder, as an operator does while the service is stopped. */
async function copyDatabase(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, preserveTimestamps: true });
}

/** What the API says, from PostgreSQL, and what SQL says, from ClickHouse. */
async function readTotals() {
  const period = "start_date=2026-01-01&end_date=2026-12-31";
  const { body } = await ask<{ data: object }>(service, key, `/api/v1/reports/aggregate?${period}`);
  const query = `SELECT count(), sum(count), uniqExact(report_id), (SELECT count() FROM ruaflow.reports) FROM ruaflow.records`;
  const rows = await askClickHouse(await readFile(join(dataDir, "clickhouse.url"), "utf8"), `${query} FORMAT CSV`);
  return { reports: await countReports(service, key), sums: body.data, rows: rows.trim() };
}

async function repair(...options: string[]) {
  const { stdout } = await runCommand(["repair", "--json", ...options], toEnvironment());
  const { found, deleted } = JSON.parse(stdout);
  return { found, deleted };
}

/** Writes a folder of reports. */
async function writeFolder(name: string, options: { readonly reports: number; readonly domains: number }) {
  await mkdir(join(root, name));
  await writeReports(join(root, name), options);
}

const clean = { missing: 0, altered: 0, doubled: 0, unknown: 0 };

test("a database restored from an older copy doubles nothing when the reports arrive again", async () => {
  const database = join(dataDir, "postgres");
  const backup = join(root, "backup");
  await writeFolder("early", { reports: 40, domains: 10 });
  await writeFolder("late", { reports: 100, domains: 10 });
  await importFolder("early");
  await service.stop();
  await copyDatabase(database, backup);
  await start();
  await importFolder("late");
  const whole = await readTotals();
  expect(whole.reports).toBe(100);

  await service.stop();
  await copyDatabase(backup, database);
  await start();
  expect(await countReports(service, key)).toBe(40);
  await importFolder("late");
  expect(await readTotals()).toEqual(whole);
  await service.stop();
  expect(await repair()).toEqual({ found: clean, deleted: 0 });

  await copyDatabase(backup, database);
  const unknown = { ...clean, unknown: 60 };
  expect(await repair("--dry-run")).toEqual({ found: unknown, deleted: 0 });
  expect(await repair("--delete-unknown")).toEqual({ found: unknown, deleted: 60 });
  await start();
  await importFolder("late");
  expect(await readTotals()).toEqual(whole);
}, 300_000);
