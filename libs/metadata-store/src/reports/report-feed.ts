import type { Queryable } from "@ruaflow/postgres";
import { type ReportFilter, type ReportSummary, summaryColumns, toCondition } from "./report-filter.ts";

export interface ReadFeedOptions extends ReportFilter {
  /** Only reports with a greater number; 0: from the beginning. */
  readonly after: number;
  /** Reports to give at most. */
  readonly limit: number;
}

export interface ReportFeed {
  /** In the order in which they became visible. */
  readonly reports: readonly ReportSummary[];
  /** Where to go on: every report of the filter up to here has been given. */
  readonly next: number;
  /** There may be more after `next` already. */
  readonly hasMore: boolean;
}

/** Numbers looked through at most: bounds what a filter costs that few reports pass. */
const LOOKED_THROUGH_MAX = 50_000;

/**
 * Reports of an organization in the order in which they became visible: going on from `next` gives each report that stays
 * exactly once. What becomes visible later has a greater number, so nothing is skipped however many writers there are.
 * There may be fewer reports than `limit`, even none, although there are more.
 *
 * @returns null when `after` is greater than every number that was given out, so it is of another database
 */
export async function readReportFeed(
  database: Queryable,
  organizationId: string,
  { after, limit, ...filter }: ReadFeedOptions,
): Promise<ReportFeed | null> {
  const last = await readLastSequence(database, organizationId);
  if (after > last) return null;
  const end = Math.min(last, after + LOOKED_THROUGH_MAX);
  const { sql, values } = toCondition(organizationId, filter);
  const [from, to, most] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const rows = await database.query<ReportSummary & { sequence: string }>(
    `SELECT sequence, ${summaryColumns} FROM stored_reports WHERE ${sql} AND sequence > ${from} AND sequence <= ${to}
     ORDER BY sequence LIMIT ${most}`,
    [...values, after, end, limit],
  );
  const reports = rows.map(({ sequence, ...report }) => report);
  const next = rows.length === limit ? Number(rows.at(-1)?.sequence ?? end) : end;
  return { reports, next, hasMore: next < last };
}

/** The greatest number of an organization that is visible, with all smaller ones; 0 when there is none. */
export async function readLastSequence(database: Queryable, organizationId: string): Promise<number> {
  const [row] = await database.query<{ last_sequence: string }>(
    "SELECT last_sequence FROM report_sequences WHERE organization_id = $1",
    [organizationId],
  );
  return Number(row?.last_sequence ?? 0);
}
