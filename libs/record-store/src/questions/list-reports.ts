import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, type Page, toCondition, toOffset } from "./filter.ts";
import { type DayCount, locatePage } from "./locate-page.ts";
import { readSettings } from "./read-settings.ts";

/** A report in a list. */
export interface ReportSummary {
  readonly reportId: string;
  readonly domainId: string;
  readonly day: string;
  readonly reporter: string;
  readonly begin: Date;
  readonly end: Date;
  readonly messages: number;
  readonly passed: number;
  readonly receivedAt: Date;
}

const sortColumns = { day: "day", receivedAt: "received_at", messages: "messages", reporter: "reporter" } as const;

export interface ReportSort {
  readonly by: keyof typeof sortColumns;
  readonly descending: boolean;
}

const newestFirst: ReportSort = { by: "day", descending: true };

/** Which reports are asked for. */
export interface ReportFilter extends Filter {
  /** Only those of this reporter, by its exact name. */
  readonly reporter?: string;
}

export interface ListReportsOptions extends ReportFilter, Page {
  /** Newest day first when not given. */
  readonly sort?: ReportSort;
  /** How many reports each day of the filter has, in order, where that is known; otherwise they are counted. */
  readonly days?: readonly DayCount[];
}

export interface ReportList {
  readonly reports: readonly ReportSummary[];
  /** Reports on all pages. */
  readonly total: number;
}

/** One page of an organization's reports. Reports that the sort leaves equal come in a fixed order, newest first. */
export async function listReports(
  engine: Engine,
  organizationId: string,
  options: ListReportsOptions,
): Promise<ReportList> {
  const { sort = newestFirst, perPage: limit, startDate, endDate } = options;
  const days = options.days ?? (await readDayCounts(engine, toReportCondition(organizationId, options)));
  const offset = toOffset(options);
  const inOrder = sort.descending ? days.toReversed() : days;
  const location = sort.by === "day" ? locatePage(inOrder, { offset, limit }) : { startDate, endDate, offset };
  const rows = location ? await readRows(engine, organizationId, { ...options, ...location, sort, limit }) : [];
  return { reports: rows.map(toSummary), total: days.reduce((sum, { reports }) => sum + reports, 0) };
}

/** Reports of each day that has some, in order. */
function readDayCounts(engine: Engine, { sql, params }: Condition): Promise<DayCount[]> {
  return engine.select<DayCount>(
    `SELECT day, count() AS reports FROM reports WHERE ${sql} GROUP BY day ORDER BY day ${readSettings}`,
    params,
  );
}

/** The condition of a question about `reports`. */
export function toReportCondition(organizationId: string, filter: ReportFilter): Condition {
  const { sql, params } = toCondition(organizationId, filter);
  const { reporter } = filter;
  return reporter === undefined
    ? { sql, params }
    : { sql: `${sql} AND reporter = {reporter:String}`, params: { ...params, reporter } };
}

/** What a {@link SummaryRow} is read from. */
export const summaryColumns = `report_id, domain_id, day, reporter, toUnixTimestamp(period_begin) AS beginSecond,
    toUnixTimestamp(period_end) AS endSecond, messages, passed, toUnixTimestamp(received_at) AS receivedSecond`;

interface Rows extends ReportFilter {
  readonly sort: ReportSort;
  readonly offset: number;
  readonly limit: number;
}

function readRows(engine: Engine, organizationId: string, rows: Rows): Promise<SummaryRow[]> {
  const { sort, offset, limit } = rows;
  const { sql, params } = toReportCondition(organizationId, rows);
  const query = `SELECT ${summaryColumns}
  FROM reports WHERE ${sql}
  ORDER BY ${sortColumns[sort.by]} ${sort.descending ? "DESC" : "ASC"}, day DESC, received_at DESC, report_id
  LIMIT {limit:UInt64} OFFSET {offset:UInt64} ${readSettings}`;
  return engine.select(query, { ...params, limit, offset });
}

export interface SummaryRow {
  readonly report_id: string;
  readonly domain_id: string;
  readonly day: string;
  readonly reporter: string;
  readonly beginSecond: number;
  readonly endSecond: number;
  readonly messages: number;
  readonly passed: number;
  readonly receivedSecond: number;
}

export function toSummary(row: SummaryRow): ReportSummary {
  return {
    reportId: row.report_id,
    domainId: row.domain_id,
    day: row.day,
    reporter: row.reporter,
    begin: new Date(row.beginSecond * 1000),
    end: new Date(row.endSecond * 1000),
    messages: row.messages,
    passed: row.passed,
    receivedAt: new Date(row.receivedSecond * 1000),
  };
}
