import type { Database, Queryable } from "@ruaflow/postgres";
import { type PageRequest, toLimitAndOffset } from "@ruaflow/postgres/page";
import { deletingDomains } from "../living-domains.ts";
import { type DayCount, locatePage, type PageLocation } from "./locate-page.ts";
import { type ReportFilter, type ReportSummary, reporterColumn, summaryColumns, toCondition } from "./report-filter.ts";

/** Columns to sort by, each with its tie-breakers: the columns of an index where one exists. */
const sortColumns = {
  day: ["stored_reports.day", "sequence"],
  receivedAt: ["received_at", "sequence"],
  messages: ["messages", "sequence"],
  reporter: [reporterColumn, "stored_reports.day", "sequence"],
} as const;

export interface ReportSort {
  readonly by: keyof typeof sortColumns;
  readonly descending: boolean;
}

const newestFirst: ReportSort = { by: "day", descending: true };

export interface ListReportsOptions extends ReportFilter, PageRequest {
  /** Absent: newest day first. */
  readonly sort?: ReportSort;
}

export interface ReportList {
  readonly reports: readonly ReportSummary[];
  /** Number of reports on all pages. */
  readonly total: number;
}

/**
 * Reads one page of an organization's stored reports and the total, as of one moment. Reports with equal sort values are in
 * the order in which they became visible, latest first when `sort` is descending.
 */
export function listReports(
  database: Database,
  organizationId: string,
  options: ListReportsOptions,
): Promise<ReportList> {
  return database.snapshot(async (snapshot) => {
    const days = await readDayCounts(snapshot, organizationId, options);
    const total = days.reduce((sum, { reports }) => sum + reports, 0);
    const slice = findSlice(days, total, options);
    const reports = slice ? await readSlice(snapshot, organizationId, { ...options, ...slice }) : [];
    return { reports, total };
  });
}

/** Counts the reports of each day of the filter, in order. */
async function readDayCounts(
  snapshot: Queryable,
  organizationId: string,
  filter: ReportFilter,
): Promise<readonly DayCount[]> {
  const { reporter, trust, reporterDomain, among } = filter;
  if ([reporter, trust, reporterDomain, among].some((value) => value !== undefined)) {
    const { sql, values } = toCondition(organizationId, filter);
    return snapshot.query<DayCount>(
      `SELECT day::text, count(*)::float8 AS reports FROM stored_reports WHERE ${sql} GROUP BY day ORDER BY day`,
      values,
    );
  }
  const { domainIds, startDate, endDate } = filter;
  return snapshot.query<DayCount>(dayCounts, [organizationId, domainIds ?? null, startDate, endDate]);
}

// The sums of a whole organization are stored under an empty domain id and include domains that are being deleted.
const dayCounts = `SELECT day::text, sum(reports)::float8 AS reports FROM (
    SELECT day, reports FROM report_days
    WHERE organization_id = $1 AND domain_id = ANY(coalesce($2, ARRAY[''])) AND day BETWEEN $3::date AND $4::date
    UNION ALL
    SELECT day, -reports FROM domains JOIN report_days ON report_days.domain_id = domains.id
    WHERE status = 'deleting' AND domains.organization_id = $1 AND report_days.organization_id = $1
      AND ($2::text[] IS NULL OR domains.id = ANY($2)) AND day BETWEEN $3::date AND $4::date
  ) AS counted GROUP BY day HAVING sum(reports) > 0 ORDER BY day`;

/** Consecutive rows of the sorted list, counted from one of its ends. */
interface Slice {
  readonly sort: ReportSort;
  readonly offset: number;
  readonly limit: number;
  /** The rows are read from the end of the list, in the opposite order. */
  readonly isReversed: boolean;
}

/** Finds the rows of a page, and the days that hold them. `null` when the list ends before the page. */
function findSlice(
  days: readonly DayCount[],
  total: number,
  options: ListReportsOptions,
): (Slice & Partial<PageLocation>) | null {
  const { sort = newestFirst } = options;
  const [limit, offset] = toLimitAndOffset(options);
  if (offset >= total) return null;
  if (sort.by !== "day") return toSlice(sort, { limit, offset, rows: total });
  const location = locatePage(sort.descending ? days.toReversed() : days, { offset, limit });
  return location && { ...location, ...toSlice(sort, { limit, ...location }) };
}

/** Counts from the end that is nearer to the page. */
function toSlice(
  sort: ReportSort,
  { offset, limit, rows }: { readonly offset: number; readonly limit: number; readonly rows: number },
): Slice {
  if (offset <= rows / 2) return { sort, offset, limit, isReversed: false };
  const read = Math.min(limit, rows - offset);
  const opposite = { by: sort.by, descending: !sort.descending };
  return { sort: opposite, offset: rows - offset - read, limit: read, isReversed: true };
}

/**
 * Rows before the page are only counted, mostly in an index alone: what a report shows is read of the page, and domains are compared
 * only if some are being deleted.
 */
async function readSlice(
  snapshot: Queryable,
  organizationId: string,
  slice: ReportFilter & Slice,
): Promise<ReportSummary[]> {
  const { sort, limit, offset, isReversed } = slice;
  const deleting = await snapshot.query<{ id: string }>(deletingDomains, [organizationId]);
  const { sql, values } = toCondition(
    organizationId,
    slice,
    deleting.map(({ id }) => id),
  );
  const order = sortColumns[sort.by].map((column) => `${column} ${sort.descending ? "DESC" : "ASC"}`).join(", ");
  const rows = await snapshot.query<ReportSummary>(
    `SELECT ${summaryColumns} FROM stored_reports JOIN (
       SELECT organization_id, sequence FROM stored_reports WHERE ${sql}
       ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}
     ) AS page USING (organization_id, sequence) ORDER BY ${order}`,
    [...values, limit, offset],
  );
  return isReversed ? rows.reverse() : rows;
}
