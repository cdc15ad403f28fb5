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
  repairRows({
    metadata: running.store,
    records,
    dryRun: false,
    deleteUnknown: false,
    onDomain: () => undefined,
    ...options,
  });

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

/** Rows that the ledger does not know, as after a restore from an older backup. */
async function addUnknownRows(): Promise<GeneratedReport> {
  const reportId = `rpt_${String(unique++).padStart(26, "z")}`;
  const sample = sampleReport({ organizationId, reportId, day: "2026-01-01", records: [sampleRecord(0)] });
  const unknown = { ...sample, row: { ...sample.row, domainId } };
  await storeReports(records, [unknown]);
  return unknown;
}

test("rows of unknown reports are deleted on request; all others stay", async () => {
  const known = await addReport();
  const writing = await addReport({ isStored: false });
  const unknown = [await addUnknownRows(), await addUnknownRows()];
  expect(await countFound({ deleteUnknown: true, dryRun: true })).toMatchObject({ found: { unknown: 2 }, deleted: 0 });
  expect(await countFound({ deleteUnknown: true })).toMatchObject({ found: { unknown: 2 }, deleted: 2, left: [] });
  for (const report of unknown) expect(await readRows(report)).toEqual([0, 0, 0, 0]);
  for (const report of [known, writing]) expect(await readRows(report)).toEqual([3, 3, 15, 1]);
});

/** The report arrives again: its T1. */
async function claim({ row }: GeneratedReport): Promise<void> {
  const { reportId, contentHash, submissionId, day } = row;
  const expected = { expectedRecords: 1, expectedMessages: 1, reportKey: String(unique++).padStart(64, "0") };
  const place = { organizationId, domainId, reportId, contentHash, submissionId, day, entry: 0 };
  await running.store.reports.claimReports([{ ...place, ...expected }]);
}

test("rows of a domain that was lost with a restore are deleted, and the same report under its new id stays", async () => {
  const known = await addReport();
  const lost = { ...known, row: { ...known.row, domainId: "dom_lost" } };
  const unknown = await addUnknownRows();
  await storeReports(records, [lost]);
  expect(await countFound({ deleteUnknown: true })).toMatchObject({ found: { unknown: 2 }, deleted: 2 });
  for (const report of [lost, unknown]) expect((await readRows(report))[0]).toBe(0);
  expect(await readRows(known)).toEqual([3, 3, 15, 1]);
});

test("a report that arrives while it is compared is not unknown, and keeps its rows", async () => {
  const arriving = await addUnknownRows();
  const readReportSums: RecordStore["readReportSums"] = async (...args) => {
    const found = await records.readReportSums(...args);
    if (args[1].domainId === domainId) await claim(arriving);
    return found;
  };
  const options = { records: { ...records, readReportSums }, deleteUnknown: true };
  expect(await countFound(options)).toMatchObject({ found: { unknown: 0 }, deleted: 0, left: [] });
  expect((await readRows(arriving))[0]).toBe(1);
});

test("a report that arrives between comparison and deletion keeps its rows", async () => {
  const arriving = await addUnknownRows();
  const { reports } = running.store;
  const whileUnclaimed: typeof reports.whileUnclaimed = async (...args) => {
    await claim(arriving);
    await reports.whileUnclaimed(...args);
  };
  const metadata = { ...running.store, reports: { ...reports, whileUnclaimed } };
  expect(await countFound({ metadata, deleteUnknown: true })).toMatchObject({ found: { unknown: 1 }, deleted: 0 });
  expect((await readRows(arriving))[0]).toBe(1);
});

test("a restored ledger is trusted again once no rows of unknown reports are left, and not before", async () => {
  await repair({ deleteUnknown: true });
  const { reports } = running.store;
  await reports.compareLedger((await reports.createAttempt()) + 10n);
  await addUnknownRows();
  await repair();
  await repair({ deleteUnknown: true, dryRun: true });
  expect(await reports.readSetBack()).not.toBeNull();
  await repair({ deleteUnknown: true });
  expect(await reports.readSetBack()).toBeNull();
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
