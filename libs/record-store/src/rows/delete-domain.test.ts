import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { Engine } from "../engine/engine.ts";
import { migrate } from "../migrations/migrate.ts";
import { sampleRecord, sampleReport } from "../testing/sample-report.ts";
import { toBatch } from "../testing/store-reports.ts";
import { deleteDomain } from "./delete-domain.ts";
import { insertRecords } from "./insert-records.ts";
import { insertReports } from "./insert-reports.ts";

const tables = ["records", "reports", "later"];

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-delete-"));
  engine = await createEmbeddedEngine(folder);
  await migrate(engine);
  await engine.command(
    "CREATE TABLE later (organization_id String, domain_id String, text String) ENGINE = MergeTree ORDER BY domain_id",
    {},
  );
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Two domains, each with a row in every table; the insert makes one part of both. */
async function fill(organizationId: string): Promise<void> {
  const reports = ["dom_gone", "dom_stays"].map((domainId, index) => {
    const report = sampleReport({
      organizationId,
      reportId: `rpt_${index}`,
      day: "2026-03-30",
      records: [sampleRecord(0)],
    });
    return { ...report, row: { ...report.row, domainId } };
  });
  await insertRecords(engine, reports.map(toBatch));
  await insertReports(
    engine,
    reports.map(({ row }) => row),
  );
  const lines = reports.map(({ row }) => JSON.stringify([organizationId, row.domainId, "canary"]));
  await engine.insert("INSERT INTO later FORMAT JSONCompactEachRow", lines);
}

async function readDomains(table: string, organizationId: string): Promise<string[]> {
  const query = `SELECT DISTINCT domain_id AS id FROM ${table} WHERE organization_id = {organizationId:String} ORDER BY id`;
  return (await engine.select<{ id: string }>(query, { organizationId })).map(({ id }) => id);
}

/** Folders of the tables' parts, in use or not, as they lie on the disk. */
async function listParts(): Promise<string[]> {
  const query = "SELECT data_paths[1] AS path FROM system.tables WHERE name IN {tables:Array(String)}";
  const found = await engine.select<{ path: string }>(query, { tables });
  const parts = await Promise.all(
    found.map(async ({ path }) => (await readdir(resolve(folder, path))).map((name) => join(path, name))),
  );
  return parts
    .flat()
    .filter((path) => /\/[a-z0-9]+_\d+_\d+_\d+(_\d+)?$/.test(path))
    .sort();
}

const countHasty = async () =>
  (await engine.select("SELECT 1 FROM system.tables WHERE engine_full LIKE '%old_parts_lifetime%'", {})).length;

test("a domain leaves every table that has domains, also one that was added later, and nobody else does", async () => {
  await fill("org_1");
  await fill("org_2");
  await deleteDomain(engine, "org_1", "dom_gone");
  for (const table of tables) {
    expect(await readDomains(table, "org_1")).toEqual(["dom_stays"]);
    expect(await readDomains(table, "org_2")).toEqual(["dom_gone", "dom_stays"]);
  }
});

test("no part that was there before is left on the disk, and the tables keep replaced parts as ever again", async () => {
  await fill("org_3");
  const before = await listParts();
  expect(before.length).toBeGreaterThanOrEqual(3);
  await deleteDomain(engine, "org_3", "dom_gone");
  const after = await listParts();
  expect(after.length).toBeGreaterThanOrEqual(3);
  expect(before.filter((part) => after.includes(part))).toEqual([]);
  expect(await countHasty()).toBe(0);
}, 60_000);

test("a deletion that died before the parts were gone is finished by the next one, though no row is left", async () => {
  await fill("org_4");
  const before = await listParts();
  const where = "organization_id = 'org_4' AND domain_id = 'dom_gone' SETTINGS mutations_sync = 2";
  for (const table of tables) {
    await engine.command(
      `ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 1, min_rows_to_fsync_after_merge = 1`,
      {},
    );
    await engine.command(`ALTER TABLE ${table} DELETE WHERE ${where}`, {});
  }
  await deleteDomain(engine, "org_4", "dom_gone");
  const after = await listParts();
  expect(before.filter((part) => after.includes(part))).toEqual([]);
  expect(await countHasty()).toBe(0);
}, 60_000);

test("where nothing is to delete, nothing is rewritten", async () => {
  await fill("org_5");
  const before = await listParts();
  await deleteDomain(engine, "org_5", "dom_unknown");
  expect(await listParts()).toEqual(before);
});
