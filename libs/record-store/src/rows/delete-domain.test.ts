import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { WritingEngine } from "../engine/engine.ts";
import { migrate } from "../migrations/migrate.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { toBatch } from "../testing/store-reports.ts";
import { createDomainMarker, deleteDomains } from "./delete-domain.ts";
import { insertRecords } from "./insert-records.ts";
import { insertReports } from "./insert-reports.ts";

const tables = ["records", "reports", "later"];

let folder: string;
let engine: WritingEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-delete-"));
  engine = await createEmbeddedEngine(folder);
  await migrate(engine);
  await engine.command(
    "CREATE TABLE later (organization_id String, domain_id String, text String) ENGINE = MergeTree ORDER BY domain_id",
    {},
  );
  const hidden = "SELECT domain_id FROM deleted_domains";
  await engine.command(`CREATE VIEW visible_records AS SELECT * FROM records WHERE domain_id NOT IN (${hidden})`, {});
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stores two domains, each with a row in every table; the insert puts both into one part. */
async function fill(organizationId: string): Promise<void> {
  const reports = ["dom_gone", "dom_stays"].map((domainId, index) => {
    const report = sampleReport({
      organizationId,
      reportId: `rpt_${index}`,
      day: "2026-03-30",
      records: [aRecord()],
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

/** The rows that views and SQL queries see: everything except deleted domains. */
const readVisible = (organizationId: string) => readDomains("visible_records", organizationId);

/** Folders of the tables' parts on disk, active or not. */
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

const countUnfinished = async () =>
  (await engine.select("SELECT 1 FROM system.tables WHERE engine_full LIKE '%old_parts_lifetime = 1,%'", {})).length;

test("a domain is deleted from every table with domains, even one added later; other domains stay", async () => {
  await fill("org_1");
  await fill("org_2");
  await deleteDomains(engine, [{ organizationId: "org_1", domainId: "dom_gone" }]);
  for (const table of tables) {
    expect(await readDomains(table, "org_1")).toEqual(["dom_stays"]);
    expect(await readDomains(table, "org_2")).toEqual(["dom_gone", "dom_stays"]);
  }
});

test("no earlier part remains on disk, and afterwards the tables keep replaced parts as usual", async () => {
  await fill("org_3");
  const before = await listParts();
  expect(before.length).toBeGreaterThanOrEqual(3);
  await deleteDomains(engine, [{ organizationId: "org_3", domainId: "dom_gone" }]);
  const after = await listParts();
  expect(after.length).toBeGreaterThanOrEqual(3);
  expect(before.filter((part) => after.includes(part))).toEqual([]);
  expect(await countUnfinished()).toBe(0);
}, 60_000);

test("a deletion that died before the parts were removed is finished by the next one, even without remaining rows", async () => {
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
  await deleteDomains(engine, [{ organizationId: "org_4", domainId: "dom_gone" }]);
  const after = await listParts();
  expect(before.filter((part) => after.includes(part))).toEqual([]);
  expect(await countUnfinished()).toBe(0);
}, 60_000);

test("without rows to delete, nothing is rewritten", async () => {
  await fill("org_5");
  const before = await listParts();
  await deleteDomains(engine, [{ organizationId: "org_5", domainId: "dom_unknown" }]);
  expect(await listParts()).toEqual(before);
});

test("a marked domain is hidden from SQL at once, whatever is written of it before and after its rows are deleted", async () => {
  const domain = { organizationId: "org_6", domainId: "dom_gone" };
  await fill("org_6");
  await createDomainMarker(engine)(domain);
  expect([await readDomains("records", "org_6"), await readVisible("org_6")]).toEqual([
    ["dom_gone", "dom_stays"],
    ["dom_stays"],
  ]);
  await deleteDomains(engine, [domain]);
  await fill("org_6");
  expect([await readDomains("records", "org_6"), await readVisible("org_6")]).toEqual([
    ["dom_gone", "dom_stays"],
    ["dom_stays"],
  ]);
});

test("domains whose marking was lost because the process died are hidden when their rows are deleted", async () => {
  await deleteDomains(engine, [{ organizationId: "org_7", domainId: "dom_gone_7" }]);
  expect(await readDomains("deleted_domains", "org_7")).toEqual(["dom_gone_7"]);
});

/** The engine, and the statements it received. */
function watch(): { watched: WritingEngine; statements: string[] } {
  const statements: string[] = [];
  const command: WritingEngine["command"] = (query, params) => {
    statements.push(query);
    return engine.command(query, params);
  };
  const insert: WritingEngine["insert"] = (statement, lines) => {
    statements.push(statement);
    return engine.insert(statement, lines);
  };
  return { watched: { ...engine, command, insert }, statements };
}

test("many domains of many organizations are marked by one insert and deleted by one statement per table", async () => {
  const organizations = Array.from({ length: 30 }, (_, index) => `org_many_${index}`);
  for (const organizationId of organizations) await fill(organizationId);
  const domains = organizations.map((organizationId) => ({ organizationId, domainId: "dom_gone" }));
  const { watched, statements } = watch();
  await deleteDomains(watched, domains);
  expect(statements.filter((text) => / DELETE WHERE /.test(text))).toHaveLength(tables.length);
  expect(statements.filter((text) => text.startsWith("INSERT"))).toHaveLength(1);
  for (const organizationId of organizations)
    expect(await readDomains("records", organizationId)).toEqual(["dom_stays"]);
}, 60_000);

test("deletions that begin at the same time are marked together, and each is marked before its call resolves", async () => {
  const { watched, statements } = watch();
  const mark = createDomainMarker(watched);
  const domainIds = Array.from({ length: 50 }, (_, index) => `dom_${String(index).padStart(2, "0")}`);
  await Promise.all(domainIds.map((domainId) => mark({ organizationId: "org_8", domainId })));
  expect(statements.length).toBeLessThanOrEqual(2);
  expect(await readDomains("deleted_domains", "org_8")).toEqual(domainIds);
});

test("old parts are not removed while something else runs on the table, for that would cancel it", async () => {
  const asked: string[] = [];
  const merges = [true, true, false];
  const busy: WritingEngine = {
    ...engine,
    select: async <Row>(query: string) => {
      if (query.includes("system.tables")) return [{ table: "records", isUnfinished: 0 }] as Row[];
      if (query.includes("system.mutations")) return [];
      if (query.includes("system.parts")) return (asked.at(-1) === "removed" ? [] : [{ name: "replaced" }]) as Row[];
      if (!query.includes("system.merges")) return [{}] as Row[];
      const runs = merges.shift() ?? false;
      asked.push(runs ? "busy" : "idle");
      return (runs ? [{}] : []) as Row[];
    },
    insert: async () => undefined,
    command: async (statement) => {
      if (statement.includes("DROP PARTITION")) asked.push("removed");
    },
  };
  await deleteDomains(busy, [{ organizationId: "org_1", domainId: "dom_gone" }]);
  expect(asked).toEqual(["busy", "busy", "idle", "removed"]);
});

test("a mutation that was cancelled is waited for, since the engine tries again", async () => {
  const failures = ["Code: 236. DB::Exception: Cancelled mutating parts", "Code: 60. DB::Exception: no such table"];
  const failing: WritingEngine = {
    ...engine,
    select: async <Row>(query: string) => {
      if (query.includes("system.tables")) return [{ table: "records", isUnfinished: 0 }] as Row[];
      return (query.includes("system.mutations") ? [{ failure: failures.shift() ?? "" }] : [{}]) as Row[];
    },
    insert: async () => undefined,
    command: async () => undefined,
  };
  const deletion = deleteDomains(failing, [{ organizationId: "org_1", domainId: "dom_gone" }]);
  await expect(deletion).rejects.toThrow("no such table");
});
