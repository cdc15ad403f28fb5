import { aRecord } from "@ruaflow/report/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { WritingEngine } from "../engine/engine.ts";
import { createRecordStore, type RecordStore } from "../record-store.ts";
import { announce } from "../testing/announce.ts";
import { generateReports } from "../testing/generate-reports.ts";
import { createMigratedFolder } from "../testing/migrated-folder.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { storeReports } from "../testing/store-reports.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { exportRows } from "./export-rows.ts";
import type { BackupTable } from "./tables.ts";

let folder: TemporaryFolder;
let store: RecordStore;
let engine: WritingEngine;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  store = await createRecordStore({ path: folder.path });
  engine = await createEmbeddedEngine(folder.path);
});

afterEach(async () => {
  await engine.close();
  await store.close();
  await folder.remove();
});

async function exportAll(table: BackupTable, rowsMax?: number) {
  const columns = await store.backup.listColumns(table);
  const rows = [];
  for await (const page of exportRows(engine, { table, columns, ...(rowsMax !== undefined && { rowsMax }) }))
    rows.push(...page);
  return { columns, rows, lines: rows.map(({ line }) => line) };
}

async function* iterate(lines: readonly string[]) {
  yield* lines;
}

const sum = `SELECT toString(groupBitXor(cityHash64(*))) AS hash, toString(count()) AS rows FROM`;

const readSums = () =>
  Promise.all(["reports", "records", "deleted_domains"].map((table) => engine.select(`${sum} ${table}`, {})));

async function storeSome(reportsPerDay = 3): Promise<void> {
  const options = { domains: 5, firstDay: "2025-01-01", days: 20, reportsPerDay, recordsMean: 6 };
  for (const [seed, organizationId] of ["org_a", "org_b"].entries())
    await storeReports(store, [...generateReports({ seed, organizationId, ...options })]);
  await store.markDeleted(announce("org_a"), { organizationId: "org_a", domainId: "dom_gone" });
}

test("what was exported and imported again is the same, value for value", async () => {
  await storeSome();
  const strange = { organizationId: "org \"'\\", reportId: "rpt_\u2028\n\t€😀", day: "1970-01-01" };
  await storeReports(store, [sampleReport({ ...strange, records: [aRecord({ count: 2 ** 53 - 1 })] })]);
  const before = await readSums();
  const numbers = await store.backup.readNumbers();
  const tables = ["reports", "records", "deleted_domains"] as const;
  const exported = await Promise.all(tables.map((table) => exportAll(table)));
  await store.backup.clear();
  expect(await store.backup.isEmpty()).toBe(true);
  await store.migrate();
  for (const [index, table] of tables.entries()) {
    const { columns = [], lines = [] } = exported[index] ?? {};
    expect(await store.backup.importRows({ table, columns }, iterate(lines))).toBe(lines.length);
    expect(await store.backup.countRows(table)).toBe(lines.length);
  }
  expect(await readSums()).toEqual(before);
  expect(await store.backup.readNumbers()).toEqual(numbers);
  expect(await store.backup.isEmpty()).toBe(false);
});

test("pages of any size together have every row once, across months, organizations and parts", async () => {
  await storeSome(1);
  const { lines, rows } = await exportAll("records");
  expect(new Set(lines).size).toBe(await store.backup.countRows("records"));
  const messages = rows.reduce((total, row) => total + row.messages, 0n);
  const numbers = await store.backup.readNumbers();
  expect(messages).toBe(numbers.reduce((total, one) => total + BigInt(one.messages), 0n));
  for (const rowsMax of [1, 7, lines.length]) {
    expect((await exportAll("records", rowsMax)).lines).toEqual(lines);
    expect((await exportAll("reports", rowsMax)).rows).toHaveLength(40);
  }
}, 60_000);

test("a copy that a page's end cuts off does not take the other one with it", async () => {
  const report = sampleReport({
    organizationId: "org",
    reportId: "rpt_1",
    day: "2026-01-01",
    records: [0, 1, 2].map((n) => aRecord({ ordinal: n })),
  });
  await storeReports(store, [report]);
  await storeReports(store, [report]);
  const { lines } = await exportAll("records", 1);
  expect(new Set(lines).size).toBe(3);
});

test("a backup of an earlier release gets the defaults of columns that were added since", async () => {
  const report = sampleReport({
    organizationId: "org",
    reportId: "rpt_1",
    day: "2026-01-01",
    records: [aRecord()],
  });
  await storeReports(store, [report]);
  const { columns } = await exportAll("records");
  const older = columns.filter((name) => name !== "trust");
  const lines: string[] = [];
  for await (const page of exportRows(engine, { table: "records", columns: older }))
    lines.push(...page.map(({ line }) => line));
  await store.backup.clear();
  await store.migrate();
  await store.backup.importRows({ table: "records", columns: older }, iterate(lines));
  expect(await engine.select("SELECT trust, ordinal FROM records", {})).toEqual([{ trust: "import", ordinal: 0 }]);
});

test.each([
  "day) VALUES ('2026-01-01') --",
  "day) SELECT * FROM url('http://127.0.0.1:1/', 'CSV') --",
  "no_such_column",
])("the column %s is refused before a statement has it", async (column) => {
  const lines = iterate(['["2026-01-01"]']);
  await expect(store.backup.importRows({ table: "records", columns: [column] }, lines)).rejects.toThrow(
    `the table records has no column ${JSON.stringify(column)}`,
  );
  expect(await store.backup.countRows("records")).toBe(0);
});

test("rows of more partitions than an insert usually may write are imported together", async () => {
  const reports = Array.from({ length: 130 }, (_, month) => {
    const day = new Date(Date.UTC(2013, month, 15)).toISOString().slice(0, 10);
    const sample = sampleReport({ organizationId: "org", reportId: `rpt_${month}`, day, records: [aRecord()] });
    return { ...sample, row: { ...sample.row, receivedAt: new Date(`${day}T12:00:00Z`) } };
  });
  for (const some of [reports.slice(0, 65), reports.slice(65)]) await storeReports(store, some);
  const { columns, lines } = await exportAll("reports");
  await store.backup.clear();
  await store.migrate();
  expect(await store.backup.importRows({ table: "reports", columns }, iterate(lines))).toBe(130);
}, 120_000);
