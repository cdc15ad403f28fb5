import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import {
  announce,
  countReport,
  type GeneratedReport,
  sampleReport,
  toBatch,
  toListed,
} from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withDatabaseSnapshot } from "../database/snapshot.ts";
import { readLines } from "../folder/archive-file.ts";
import { exportRows } from "./rows.ts";

const root = mkdtempSync(join(tmpdir(), "ruaflow-export-"));
let running: Awaited<ReturnType<typeof startMetadataStore>>;
let records: RecordStore;
let organizationId: string;
let domainId: string;
let unique = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  records = await createRecordStore({ path: join(root, "clickhouse") });
});

afterAll(async () => {
  await records.close();
  await running.stop();
  await rm(root, { recursive: true, force: true });
});

beforeEach(async () => {
  await records.backup.clear();
  await records.migrate();
  organizationId = (await running.store.tenants.createOrganization({ name: "Test", plan: "free" })).id;
  domainId = await addDomain();
});

async function addDomain(): Promise<string> {
  const { verified } = await running.store.domains.saveVerifiedDomains(organizationId, [`d${unique++}.example`]);
  return verified[0]?.domainId ?? "";
}

async function insert(report: GeneratedReport): Promise<void> {
  await records.insertRecords([toBatch(report, report.row.attempt)]);
  await records.insertReports([report.row]);
}

/** A report with three records that went through T1, its inserts and T2, as a record-writer does. */
async function addReport(): Promise<GeneratedReport> {
  const reportId = `rpt_${String(unique++).padStart(26, "a")}`;
  const all = [0, 1, 2].map((ordinal) => aRecord({ ordinal, count: 5 }));
  const sample = sampleReport({ organizationId, reportId, day: "2026-01-01", records: all });
  const { totals, contentHash, submissionId, day } = sample.row;
  const reportKey = String(unique++).padStart(64, "0");
  const place = { submissionId, entry: unique, organizationId, domainId, reportId };
  const expected = { expectedRecords: totals.records, expectedMessages: totals.messages };
  const claim = { ...place, ...expected, reportKey, contentHash, day };
  const { attempt } = await running.store.reports.claimReports([claim]);
  const report = { ...sample, row: { ...sample.row, domainId, attempt: Number(attempt) } };
  await insert(report);
  const arrival = { ...place, outcome: "stored" as const, reason: null, detail: null, path: null };
  const completion = { reportKey, arrival, counted: countReport(report), listed: toListed(report) };
  await running.store.reports.completeReports(attempt, { completions: [completion], arrivals: [] });
  return report;
}

/** Exports while `meanwhile` happens after the snapshot; returns the lines of each table. */
function exportWith(meanwhile: () => Promise<unknown>) {
  return withDatabaseSnapshot(running.url, { tables: [] }, async (snapshot) => {
    await meanwhile();
    const folder = join(root, String(unique++));
    const { tables, organizations } = await exportRows(records.backup, { folder, snapshot, onTable: () => undefined });
    const lines: Record<string, string[]> = {};
    for (const { name, file } of tables) {
      const own: string[] = [];
      for await (const line of readLines(folder, file)) own.push(line);
      lines[name] = own;
    }
    return { lines, organizations, rows: tables.map(({ rows }) => rows) };
  });
}

test("reports that arrive after the snapshot are left out, those before it are complete", async () => {
  const before = await addReport();
  const { lines, organizations, rows } = await exportWith(addReport);
  expect(rows).toEqual([1, 3, 0]);
  expect(lines.reports?.[0]).toContain(before.row.reportId);
  expect(organizations).toEqual([{ organizationId, reports: "1", records: "3", messages: "15" }]);
});

test("rows that a repair wrote once more after the snapshot are not lost", async () => {
  const report = await addReport();
  await insert(report);
  const { rows } = await exportWith(async () => {
    const attempt = await running.store.reports.createAttempt();
    await records.deleteSurplus(announce(organizationId), organizationId, { reports: [report.row], attempt });
  });
  expect(rows).toEqual([1, 3, 0]);
});

test("a domain that is deleted after the snapshot is not hidden by the backup, one deleted before it is", async () => {
  const [earlier, later] = [await addDomain(), await addDomain()];
  const deleteDomain = async (id: string) => {
    await running.store.domains.beginDeletion(organizationId, id);
    await records.markDeleted(announce(organizationId), { organizationId, domainId: id });
  };
  await deleteDomain(earlier);
  const { lines } = await exportWith(() => deleteDomain(later));
  expect(lines.deleted_domains).toHaveLength(1);
  expect(lines.deleted_domains?.[0]).toContain(earlier);
});
