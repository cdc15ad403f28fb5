import { createReportKey, toReportId } from "@ruaflow/dmarc";
import { listAllReports } from "../support/list-reports.ts";
import type { GeneratedReport } from "../support/report-generator.ts";
import { ask } from "../support/service.ts";
import type { ChaosTarget } from "./target.ts";

interface AggregateBody {
  readonly data: { readonly totals: { readonly emails: number; readonly reports: number } };
}

interface FailuresBody {
  readonly meta: { readonly total_failures: number };
}

/** Every difference between what was acknowledged and what the API answers, each as a sentence. */
export async function compare(target: ChaosTarget, acknowledged: readonly GeneratedReport[]): Promise<string[]> {
  const listed = await listAllReports(target.api(), target.key);
  const wanted = new Map(acknowledged.map((report) => [toId(report, target.organizationId), report]));
  const differences: string[] = [];
  for (const { id, total_count, pass_count } of listed) {
    const original = wanted.get(id);
    wanted.delete(id);
    if (!original) differences.push(`report ${id} is there twice, or was never acknowledged`);
    else if (total_count !== original.messages || pass_count !== original.passed)
      differences.push(
        `report ${id}: ${total_count} messages, ${pass_count} passed; sent ${original.messages}, ${original.passed}`,
      );
  }
  for (const { reportId } of wanted.values()) differences.push(`report ${reportId} was acknowledged and is lost`);
  // The list is made of one row per report; these sums are made of every record, so they show what is double or missing.
  const messages = acknowledged.reduce((total, report) => total + report.messages, 0);
  const passed = acknowledged.reduce((total, report) => total + report.passed, 0);
  const { totals } = (await ask<AggregateBody>(target.api(), target.key, `/api/v1/reports/aggregate?${WHOLE}`)).body
    .data;
  if (totals.emails !== messages) differences.push(`${totals.emails} messages in all instead of ${messages}`);
  const { total_failures: failed } = (
    await ask<FailuresBody>(target.api(), target.key, `/api/v1/reports/failures?${WHOLE}`)
  ).body.meta;
  if (failed !== messages - passed)
    differences.push(`${failed} failed messages in all instead of ${messages - passed}`);
  return differences;
}

/** The id that the report must have: it derives from what identifies it. */
function toId({ domain, reporter, reportId, begin }: GeneratedReport, organizationId: string): string {
  return toReportId(
    createReportKey({ organizationId, policyDomain: domain, reporter, reportId, begin, end: begin + 86_399 }),
  );
}

const WHOLE = "start_date=2025-12-01&end_date=2026-12-31";
