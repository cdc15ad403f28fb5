import { createClient } from "@ruaflow/client";
import { createReportKey, toReportId, toUnauthenticatedKey } from "@ruaflow/report/identity";
import { listAllReports } from "../support/list-reports.ts";
import type { GeneratedReport } from "../support/report-generator.ts";
import { compareSources } from "./compare-sources.ts";
import { compareSql } from "./compare-sql.ts";
import type { ChaosTarget } from "./target.ts";

/** Every difference between the acknowledged reports and the answers of the API and SQL, each as a sentence. */
export async function compare(target: ChaosTarget, acknowledged: readonly GeneratedReport[]): Promise<string[]> {
  const listed = await listAllReports(target.api(), target.key);
  const wanted = new Map(acknowledged.map((report) => [toId(report, target), report]));
  const differences: string[] = [];
  for (const { id, total_count, pass_count } of listed) {
    const original = wanted.get(id);
    wanted.delete(id);
    if (!original) differences.push(`report ${id} is stored twice, or was never acknowledged`);
    else if (total_count !== original.messages || pass_count !== original.passed)
      differences.push(
        `report ${id}: ${total_count} messages, ${pass_count} passed; sent ${original.messages}, ${original.passed}`,
      );
  }
  for (const { reportId } of wanted.values()) differences.push(`report ${reportId} was acknowledged and is lost`);
  return [
    ...differences,
    ...(await compareSums(target, acknowledged)),
    ...(await compareSql(target, acknowledged)),
    ...(await compareSources(target, acknowledged, WHOLE)),
  ];
}

/**
 * The list has one row per report; these are the sums that T2 adds up in PostgreSQL, and the failures of all records.
 */
async function compareSums(target: ChaosTarget, acknowledged: readonly GeneratedReport[]): Promise<string[]> {
  const messages = acknowledged.reduce((total, report) => total + report.messages, 0);
  const passed = acknowledged.reduce((total, report) => total + report.passed, 0);
  const client = createClient({ baseUrl: target.api().url, key: target.key });
  const { totals, daily } = (await client.reports.readAggregate(WHOLE)).data;
  const days: readonly CountedDay[] = daily;
  const failed = (await client.reports.listFailures(WHOLE)).meta.total_failures;
  const sums: readonly (readonly [string, number, number])[] = [
    ["reports in the sums of days", totals.reports, acknowledged.length],
    ["messages in the sums of days", totals.emails, messages],
    ["messages that passed in all days", add(days.map(({ passed }) => passed)), passed],
    ["messages that failed in all days", add(days.map(({ failed: count }) => count)), messages - passed],
    ["failed messages of all sources", failed, messages - passed],
  ];
  return sums.flatMap(([name, found, wanted]) => (found === wanted ? [] : [`${found} ${name} instead of ${wanted}`]));
}

interface CountedDay {
  readonly emails: number;
  readonly passed?: number;
  readonly failed?: number;
}

/** NaN, which equals nothing, if a day lacks the number. */
function add(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((sum, number = Number.NaN) => sum + number, 0);
}

/** The id that the report must have: it derives from the report's identity. The mails prove no sender. */
function toId({ domain, reporter, reportId, begin }: GeneratedReport, { organizationId, channel }: ChaosTarget) {
  const identity = { organizationId, policyDomain: domain, reporter, reportId, begin, end: begin + 86_399 };
  const key = createReportKey(identity);
  return toReportId(channel.isMail ? toUnauthenticatedKey(key) : key);
}

const WHOLE = { start_date: "2025-12-01", end_date: "2026-12-31" };
