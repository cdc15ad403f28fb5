import type { Database } from "@ruaflow/postgres";
import { readLastSequence } from "./report-feed.ts";
import { type ReportFilter, type ReportSummary, summaryColumns, toCondition } from "./report-filter.ts";

/** Bounds memory: a page needs one megabyte, and two while it is read. */
const PAGE_ROWS = 5_000;

/**
 * Yields every report of a filter that is visible at the first step, by domain, then day. Each page starts where the
 * previous one ended: memory stays flat, the last page is as fast as the first, and no transaction stays open while the
 * caller works. Reports added in the meantime are left out; reports deleted in the meantime may be missing.
 */
export async function* exportReports(
  database: Database,
  organizationId: string,
  filter: ReportFilter,
): AsyncGenerator<ReportSummary, void, undefined> {
  const bound = await readLastSequence(database, organizationId);
  const { sql, values } = toCondition(organizationId, filter);
  const [to, limit] = [1, 2].map((index) => `$${values.length + index}`);
  const [domain, day, sequence] = [3, 4, 5].map((index) => `$${values.length + index}`);
  let position: readonly unknown[] = ["", "-infinity", 0];
  for (let rows = PAGE_ROWS; rows === PAGE_ROWS; ) {
    const page = await database.query<ReportSummary & { sequence: string }>(
      `SELECT sequence, ${summaryColumns} FROM stored_reports
       WHERE ${sql} AND sequence <= ${to} AND (domain_id, day, sequence) > (${domain}, ${day}::date, ${sequence}::bigint)
       ORDER BY domain_id, stored_reports.day, sequence LIMIT ${limit}`,
      [...values, bound, PAGE_ROWS, ...position],
    );
    for (const { sequence: last, ...report } of page) {
      position = [report.domainId, report.day, last];
      yield report;
    }
    rows = page.length;
  }
}
