import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../support/service.ts";
import type { Sent } from "./run-with-kills.ts";

/** How long everything acknowledged may take to be written after the last restart. */
const WRITTEN_WITHIN_MS = 60_000;

interface ListedReport {
  readonly id: string;
  readonly reporter: string;
  readonly total_count: number;
  readonly pass_count: number;
}

interface ReportPage {
  readonly data: readonly ListedReport[];
  readonly meta: { readonly total: number; readonly total_pages: number };
}

interface AggregateBody {
  readonly data: { readonly totals: { readonly emails: number; readonly reports: number } };
}

interface DetailBody {
  readonly data: { readonly reporter_report_id: string; readonly records: readonly { readonly count: number }[] };
}

/** Every difference between what was acknowledged and what the API answers, each as a sentence. */
export async function compare(sent: Sent): Promise<string[]> {
  const { service, key, acknowledged } = sent;
  const listed = await waitForReports(sent);
  const wanted = new Map(acknowledged.map((report) => [report.reportId, report]));
  const differences: string[] = [];
  let messages = 0;
  for (const report of listed) {
    const { body } = await ask<DetailBody>(service, key, `/api/v1/reports/${report.id}`);
    const original = wanted.get(body.data.reporter_report_id);
    wanted.delete(body.data.reporter_report_id);
    if (!original) {
      differences.push(`report ${body.data.reporter_report_id} is there twice, or was never acknowledged`);
      continue;
    }
    messages += original.messages;
    const counted = body.data.records.reduce((total, { count }) => total + count, 0);
    const seen = `${body.data.records.length} records, ${counted} messages, ${report.pass_count} passed`;
    const want = `${original.records} records, ${original.messages} messages, ${original.passed} passed`;
    if (seen !== want) differences.push(`report ${original.reportId}: ${seen} instead of ${want}`);
  }
  for (const missing of wanted.keys()) differences.push(`report ${missing} was acknowledged and is lost`);
  const { totals } = (await ask<AggregateBody>(service, key, WHOLE)).body.data;
  if (totals.emails !== messages) differences.push(`${totals.emails} messages in all instead of ${messages}`);
  return differences;
}

const WHOLE = "/api/v1/reports/aggregate?start_date=2025-12-01&end_date=2026-12-31";

/** The reports that are listed once as many are there as were acknowledged, or when time is up; without the setup's. */
async function waitForReports({ service, key, acknowledged }: Sent): Promise<ListedReport[]> {
  const deadline = Date.now() + WRITTEN_WITHIN_MS;
  for (;;) {
    const all = (await listReports({ service, key })).filter(({ reporter }) => reporter !== "setup");
    if (all.length >= acknowledged.length || Date.now() > deadline) return all;
    await sleep(500);
  }
}

async function listReports({ service, key }: Pick<Sent, "service" | "key">): Promise<ListedReport[]> {
  const reports: ListedReport[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await ask<ReportPage>(service, key, `/api/v1/reports?per_page=100&page=${page}`);
    reports.push(...body.data);
    pages = body.meta.total_pages;
  }
  return reports;
}
