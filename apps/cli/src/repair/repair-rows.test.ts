import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { encodeRecord } from "@ruaflow/record-store/rows";
import {
  countReport,
  type GeneratedReport,
  sampleRecord,
  sampleReport,
  storeReports,
  toListed,
} from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RepairOptions, repairRows } from "./repair-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "repair-"));
let running: Awaited<ReturnType<typeof startMetadataStore>>;
let records: RecordStore;
let organizationId: string;
let domainId: string;
let unique = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  records = await createRecordStore({ path: folder });
  await records.migrate();
});

afterAll(async () => {
  await records.close();
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  organizationId = (await running.store.tenants.createOrganization({ name: "Test", plan: "free" })).id;
  const { verified } = await running.store.domains.saveVerifiedDomains(organizationId, [`domain-${unique++}.example`]);
  domainId = verified[0]?.domainId ?? "";
});

const lines = ({ records: all }: GeneratedReport) => all.map(encodeRecord);

/** A report in the ledger, optionally with its rows. */
async function addReport({ isStored = true, hasRows = true } = {}): Promise<GeneratedReport> {
  const reportId = `rpt_${String(unique++).padStart(26, "a")}`;
  const all = [0, 1, 2].map((ordinal) => sampleRecord(ordinal, { count: 5 }));
  const sample = sampleReport({ organizationId, reportId, day: "2026-01-01", records: all });
  const report = { ...sample, row: { ...sample.row, domainId } };
  const { totals, contentHash, submissionId, day } = report.row;
  const reportKey = String(unique++).padStart(64, "0");
  const place = { submissionId, entry: 0, organizationId, domainId, reportId };
  const expected = { expectedRecords: totals.records, expectedMessages: totals.messages };
  const { attempt } = await running.store.reports.claimReports([
    { ...place, ...expected, reportKey, contentHash, day },
  ]);
  if (hasRows) await storeReports(records, [report]);
  if (!isStored) return report;
  const arrival = { ...place, outcome: "stored" as const, reason: null, detail: null, path: null };
  const completion = { reportKey, arrival, counted: countReport(report), listed: toListed(report) };
  await running.store.reports.completeReports(attempt, { completions: [completion], arrivals: [] });
  return report;
}

const repair = (options: Partial<RepairOptions> = {}) =>
  repairRows({ metadata: running.store, records, dryRun: false, onDomain: () => undefined, ...options });

/** The findings with only their report and difference. */
async function countFound(options: Partial<RepairOptions> = {}) {
  const { left, ...counts } = await repair(options);
  return { ...counts, left: left.map(({ reportId, difference }) => [reportId, difference]) };
}

const readRows = async ({ row }: GeneratedReport) => {
  const [found] = await records.readBack(organizationId, [row]);
  return [found?.rows, found?.ordinals, found?.messages, found?.reportRows];
};

test("duplicate rows are found and removed, of the same attempt or of different ones; the others stay", async () => {
  const whole = await addReport();
  const sameAttempt = await addReport();
  const otherAttempt = await addReport();
  await storeReports(records, [sameAttempt]);
  await records.insertRecords([{ report: otherAttempt.row, attempt: 9, lines: lines(otherAttempt).slice(1) }]);
  expect(await countFound({ dryRun: true })).toMatchObject({ found: { doubled: 2 }, repaired: 0 });
  expect(await readRows(sameAttempt)).toEqual([6, 3, 30, 2]);
  expect(await countFound()).toMatchObject({ found: { doubled: 2 }, repaired: 2, left: [] });
  for (const report of [whole, sameAttempt, otherAttempt]) expect(await readRows(report)).toEqual([3, 3, 15, 1]);
  expect(await countFound()).toMatchObject({ found: { doubled: 0 }, repaired: 0, left: [] });
});

test("missing rows and rows of unknown reports are listed but not changed; reports being written are skipped", async () => {
  const missing = await addReport({ hasRows: false });
  await addReport({ isStored: false });
  const all = [sampleRecord(0)];
  const sample = sampleReport({ organizationId, reportId: "rpt_zzz", day: "2026-01-01", records: all });
  const unknown = { ...sample, row: { ...sample.row, domainId } };
  await storeReports(records, [unknown]);
  const { left, repaired } = await countFound();
  expect([left, repaired]).toEqual([
    [
      [missing.row.reportId, "incomplete"],
      ["rpt_zzz", "unknown"],
    ],
    0,
  ]);
  expect(await readRows(unknown)).toEqual([1, 1, all[0]?.count, 1]);
});
