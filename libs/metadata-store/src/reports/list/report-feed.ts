import type { Queryable } from "@ruaflow/postgres";
import { type ReportFilter, type ReportSummary, summaryColumns, toCondition } from "./report-filter.ts";

export interface ReadFeedOptions extends ReportFilter {
  /** Only reports with a greater number; 0: from the beginning. */
  readonly after: number;
  /** Maximum number of reports. */
  readonly limit: number;
}

export interface ReportFeed {
  /** In the order in which they became visible. */
  readonly reports: readonly ReportSummary[];
  /** Continue from here: every report of the filter up to this number was returned. */
  readonly next: number;
  /** There may already be more after `next`. */
  readonly hasMore: boolean;
}

/** Maximum number of reports scanned for one answer: bounds the cost of a filter that few reports match. */
const SCANNED_MAX = 50_000;

/**
 * Reads an organization's reports in the order in which they became visible. Continuing from `next` returns each report
 * exactly once, unless it is deleted. A report that becomes visible later has a greater number, so nothing is skipped,
 * whatever the number of writers. A result may have fewer reports than `limit`, even 0, although there are more.
 *
 * @returns null when `after` is greater than every number in use, so it is from another database
 */
export async function readReportFeed(
  database: Queryable,
  organizationId: string,
  { after, limit, ...filter }: ReadFeedOptions,
): Promise<ReportFeed | null> {
  const last = await readLastSequence(database, organizationId);
  if (after > last) return null;
  const end = Math.min(last, after + SCANNED_MAX);
  const { sql, values } = toCondition(organizationId, filter);
  const [from, to, rowsMax] = [1, 2, 3].map((index) => `$${values.length + index}`);
  const rows = await database.query<ReportSummary & { sequence: string }>(
    `SELECT sequence, ${summaryColumns} FROM stored_reports WHERE ${sql} AND sequence > ${from} AND sequence <= ${to}
     ORDER BY sequence LIMIT ${rowsMax}`,
    [...values, after, end, limit],
  );
  const reports = rows.map(({ sequence, ...report }) => report);
  const next = rows.length === limit ? Number(rows.at(-1)?.sequence ?? end) : end;
  return { reports, next, hasMore: next < last };
}

/** The greatest visible number of an organization; all smaller ones are visible too. 0 without reports. */
export async function readLastSequence(database: Queryable, organizationId: string): Promise<number> {
  const [row] = await database.query<{ last_sequence: string }>(
    "SELECT last_sequence FROM report_sequences WHERE organization_id = $1",
    [organizationId],
  );
  return Number(row?.last_sequence ?? 0);
}
