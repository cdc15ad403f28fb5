import { setTimeout as sleep } from "node:timers/promises";
import { countReports, type ListedReport, listAllReports } from "../support/list-reports.ts";
import type { GeneratedReport } from "../support/report-generator.ts";
import { ask } from "../support/service.ts";
import type { ChaosTarget } from "./target.ts";

/** How long everything acknowledged may take to be written after the last restart. */
const WRITTEN_WITHIN_MS = 60_000;

interface AggregateBody {
  readonly data: { readonly totals: { readonly emails: number; readonly reports: number } };
}

interface DetailBody {
  readonly data: { readonly reporter_report_id: string; readonly records: readonly { readonly count: number }[] };
}

/** Every difference between what was acknowledged and what the API answers, each as a sentence. */
export async function compare(target: ChaosTarget, acknowledged: readonly GeneratedReport[]): Promise<string[]> {
  const listed = await waitForReports(target, acknowledged.length);
  const wanted = new Map(acknowledged.map((report) => [report.reportId, report]));
  const differences: string[] = [];
  const remaining = listed.values();
  const work = async () => {
    for (const report of remaining) {
      const difference = await compareReport(report, wanted, target);
      if (difference) differences.push(difference);
    }
  };
  await Promise.all(Array.from({ length: READERS }, work));
  for (const missing of wanted.keys()) differences.push(`report ${missing} was acknowledged and is lost`);
  const messages = acknowledged.reduce((total, report) => total + report.messages, 0);
  const { totals } = (await ask<AggregateBody>(target.api, target.key, WHOLE)).body.data;
  if (totals.emails !== messages) differences.push(`${totals.emails} messages in all instead of ${messages}`);
  return differences;
}

/** Reports asked for at once. */
const READERS = 8;

/** Compares one report with what was sent, and takes it from those that are wanted. */
async function compareReport(
  listed: ListedReport,
  wanted: Map<string, GeneratedReport>,
  { api, key }: ChaosTarget,
): Promise<string | null> {
  const { body } = await ask<DetailBody>(api, key, `/api/v1/reports/${listed.id}`);
  const { reporter_report_id: reportId, records } = body.data;
  const original = wanted.get(reportId);
  wanted.delete(reportId);
  if (!original) return `report ${reportId} is there twice, or was never acknowledged`;
  const counted = records.reduce((total, { count }) => total + count, 0);
  const seen = `${records.length} records, ${counted} messages, ${listed.pass_count} passed`;
  const want = `${original.records} records, ${original.messages} messages, ${original.passed} passed`;
  return seen === want ? null : `report ${reportId}: ${seen} instead of ${want}`;
}

const WHOLE = "/api/v1/reports/aggregate?start_date=2025-12-01&end_date=2026-12-31";

/**
 * The reports, once as many are there as were acknowledged or time is up. Only then are they listed: while reports come
 * in, pages shift.
 */
async function waitForReports(target: ChaosTarget, count: number): Promise<readonly ListedReport[]> {
  const deadline = Date.now() + WRITTEN_WITHIN_MS;
  while ((await countReports(target.api, target.key)) < count && Date.now() < deadline) await sleep(500);
  return listAllReports(target.api, target.key);
}
