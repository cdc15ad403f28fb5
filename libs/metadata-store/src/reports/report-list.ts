import { type Database, type PageRequest, type Queryable, toLimitAndOffset } from "@ruaflow/postgres";
import { type DayCount, locatePage, type PageLocation } from "./locate-page.ts";
import { type ReportFilter, type ReportSummary, reporterColumn, summaryColumns, toCondition } from "./report-filter.ts";

/** Columns to sort by, each with those that order what it leaves equal: the columns of an index, where there is one. */
const sortColumns = {
  day: ["day", "sequence"],
  receivedAt: ["received_at", "sequence"],
  messages: ["messages", "sequence"],
  reporter: [reporterColumn, "day", "sequence"],
} as const;

export interface ReportSort {
  readonly by: keyof typeof sortColumns;
  readonly descending: boolean;
}

const newestFirst: ReportSort = { by: "day", descending: true };

export interface ListReportsOptions extends ReportFilter, PageRequest {
  /** Newest day first when absent. */
  readonly sort?: ReportSort;
}

export interface ReportList {
  readonly reports: readonly ReportSummary[];
  /** Reports on all pages. */
  readonly total: number;
}

/**
 * One page of an organization's stored reports and the length of the list, as of one moment. Reports that the sort leaves
 * equal come in the order in which they became visible, the last one first when `sort` is descending.
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

/** How many reports each day of the filter has, in order. */
async function readDayCounts(
  snapshot: Queryable,
  organizationId: string,
  filter: ReportFilter,
): Promise<readonly DayCount[]> {
  if (filter.reporter !== undefined) {
    const { sql, values } = toCondition(organizationId, filter);
    return snapshot.query<DayCount>(
      `SELECT day::text, count(*)::float8 AS reports FROM stored_reports WHERE ${sql} GROUP BY day ORDER BY day`,
      values,
    );
  }
  const { domainIds, startDate, endDate } = filter;
  return snapshot.query<DayCount>(dayCounts, [organizationId, domainIds ?? null, startDate, endDate]);
}

// The sums of a whole organization stand under an empty domain id, and have those of domains that are being deleted.
const dayCounts = `SELECT day::text, sum(reports)::float8 AS reports FROM (
    SELECT day, reports FROM report_days
    WHERE organization_id = $1 AND domain_id = ANY(coalesce($2, ARRAY[''])) AND day BETWEEN $3::date AND $4::date
    UNION ALL
    SELECT day, -reports FROM domains JOIN report_days ON report_days.domain_id = domains.id
    WHERE status = 'deleting' AND domains.organization_id = $1 AND report_days.organization_id = $1
      AND ($2::text[] IS NULL OR domains.id = ANY($2)) AND day BETWEEN $3::date AND $4::date
  ) AS counted GROUP BY day HAVING sum(reports) > 0 ORDER BY day`;

/** Neighbouring rows of the sorted list, counted from one of its ends. */
interface Slice extends Partial<PageLocation> {
  readonly sort: ReportSort;
  readonly offset: number;
  readonly limit: number;
  /** The rows are read from the end of the list, so they come in the opposite order. */
  readonly isReversed: boolean;
}

/** Where the page lies: a page near the end is read from there. `null` when the list ends before the page. */
function findSlice(days: readonly DayCount[], total: number, options: ListReportsOptions): Slice | null {
  const { sort = newestFirst } = options;
  const [limit, offset] = toLimitAndOffset(options);
  if (offset >= total) return null;
  if (sort.by === "day") {
    const location = locatePage(sort.descending ? days.toReversed() : days, { offset, limit });
    return location && { ...location, sort, limit, isReversed: false };
  }
  if (offset <= total / 2) return { sort, offset, limit, isReversed: false };
  const rows = Math.min(limit, total - offset);
  const opposite = { by: sort.by, descending: !sort.descending };
  return { sort: opposite, offset: total - offset - rows, limit: rows, isReversed: true };
}

async function readSlice(
  snapshot: Queryable,
  organizationId: string,
  slice: ReportFilter & Slice,
): Promise<ReportSummary[]> {
  const { sort, limit, offset, isReversed } = slice;
  const { sql, values } = toCondition(organizationId, slice);
  const order = sortColumns[sort.by].map((column) => `${column} ${sort.descending ? "DESC" : "ASC"}`).join(", ");
  const rows = await snapshot.query<ReportSummary>(
    `SELECT ${summaryColumns} FROM stored_reports WHERE ${sql}
     ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  );
  return isReversed ? rows.reverse() : rows;
}
