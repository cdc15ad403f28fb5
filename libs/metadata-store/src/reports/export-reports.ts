import type { Database } from "@ruaflow/postgres";
import { readLastSequence } from "./report-feed.ts";
import { type ReportFilter, type ReportSummary, summaryColumns, toCondition } from "./report-filter.ts";

/** Bounds memory: a page is a megabyte, and as much again while it is read. */
const PAGE_ROWS = 5_000;

/**
 * Every report of a filter that is visible at the first step, by domain, then day. Pages are read one by one, each from
 * where the one before ended: flat memory, the last as fast as the first, and no transaction stays open while the caller
 * takes its time. What becomes visible meanwhile is left out; what is deleted meanwhile may be missing.
 */
export async function* exportReports(
  database: Database,
  organizationId: string,
  filter: ReportFilter,
): AsyncGenerator<ReportSummary, void, undefined> {
  const bound = await readLastSequence(database, organizationId);
  const { sql, values } = toCondition(organizationId, filter);
  const [to, most] = [1, 2].map((place) => `$${values.length + place}`);
  const [domain, day, sequence] = [3, 4, 5].map((place) => `$${values.length + place}`);
  let place: readonly unknown[] = ["", "-infinity", 0];
  for (let rows = PAGE_ROWS; rows === PAGE_ROWS; ) {
    const page = await database.query<ReportSummary & { sequence: string }>(
      `SELECT sequence, ${summaryColumns} FROM stored_reports
       WHERE ${sql} AND sequence <= ${to} AND (domain_id, day, sequence) > (${domain}, ${day}::date, ${sequence}::bigint)
       ORDER BY domain_id, day, sequence LIMIT ${most}`,
      [...values, bound, PAGE_ROWS, ...place],
    );
    for (const { sequence: last, ...report } of page) {
      place = [report.domainId, report.day, last];
      yield report;
    }
    rows = page.length;
  }
}
