import { fieldForms } from "@ruaflow/report/fields";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { WritingEngine } from "../engine/engine.ts";
import { createRecordStore, type RecordStore } from "../record-store.ts";
import { hashedColumns, toHash } from "../rows/rows-hash.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { stepsBefore } from "../testing/start-engine.ts";
import { storeReports } from "../testing/store-reports.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { migrate } from "./migrate.ts";

const organizationId = "org_a";
let folder: TemporaryFolder;
let store: RecordStore;
let engine: WritingEngine;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  store = await createRecordStore({ path: folder.path });
  engine = await createEmbeddedEngine(folder.path);
  await migrate(engine, stepsBefore("reporter-domain"));
  for (const table of ["records", "reports"]) await insertAsBefore(table);
});

afterAll(async () => {
  await engine.close();
  await store.close();
  await folder.remove();
});

/** A row as the release before wrote it. */
async function insertAsBefore(table: string): Promise<void> {
  const place = `'${organizationId}', 'dom_sample', '2026-02-03', 'rpt_before'`;
  await engine.command(
    `INSERT INTO ${table} (organization_id, domain_id, day, report_id, attempt, reporter) VALUES (${place}, 1, 'x')`,
    {},
  );
}

const newer = new Set(
  fieldForms.slice(1).flatMap(({ header, record }) => [...header, ...record].map(({ name }) => name)),
);
/** Columns of later forms are not there before the upgrade. */
const isOld = (column: string) => !newer.has(column);

const readHashes = () =>
  Promise.all(
    (["records", "reports"] as const).map((table) =>
      engine.select(`SELECT toString(sum(${toHash(hashedColumns[table].filter(isOld))})) AS hash FROM ${table}`, {}),
    ),
  );

const readDomains = (view: string) =>
  engine.select(`SELECT report_id, reporter_domain FROM ruaflow_v1.${view} ORDER BY report_id`, {});

test("an upgrade leaves stored rows and their hashes as they are, and later reports name the domain that vouches", async () => {
  const hashes = await readHashes();
  await store.migrate();
  expect(await readHashes()).toEqual(hashes);
  const report = sampleReport({ organizationId, reportId: "rpt_vouched", records: [aRecord()] });
  await storeReports(store, [{ ...report, row: { ...report.row, reporterDomain: "small.example" } }]);
  const all = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await store.insertRowVisibility({ version: 1n, attempt: 1n, ...all });
  const domains = [
    { report_id: "rpt_before", reporter_domain: "" },
    { report_id: "rpt_vouched", reporter_domain: "small.example" },
  ];
  expect([await readDomains("reports"), await readDomains("records")]).toEqual([domains, domains]);
  const stored = await store.readReport(organizationId, { ...report.row, records: 1 });
  expect(stored?.row.reporterDomain).toBe("small.example");
});

test("a row has the same hash with any domain that vouches for the report", async () => {
  const hashes = await readHashes();
  for (const table of ["records", "reports"])
    await engine.command(`ALTER TABLE ${table} UPDATE reporter_domain = 'x' WHERE 1 SETTINGS mutations_sync = 2`, {});
  expect(await readHashes()).toEqual(hashes);
});
