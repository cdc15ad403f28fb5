import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, type Page, toCondition, toOffset } from "./filter.ts";
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

/** Which reports are asked for. */
export interface ReportFilter extends Filter {
  /** Only those of this reporter, by its exact name. */
  readonly reporter?: string;
}

export interface ListReportsOptions extends ReportFilter, Page {
  /** Newest day first when not given. */
  readonly sort?: ReportSort;
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
  const condition = toReportCondition(organizationId, options);
  const [rows, [count]] = await Promise.all([
    readPage(engine, condition, options),
    engine.select<{ total: number }>(
      `SELECT count() AS total FROM reports WHERE ${condition.sql} ${readSettings}`,
      condition.params,
    ),
  ]);
  return { reports: rows.map(toSummary), total: count?.total ?? 0 };
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

function readPage(engine: Engine, condition: Condition, options: ListReportsOptions): Promise<SummaryRow[]> {
  const { by, descending } = options.sort ?? { by: "day", descending: true };
  const order = `${sortColumns[by]} ${descending ? "DESC" : "ASC"}`;
  const query = `SELECT ${summaryColumns}
  FROM reports WHERE ${condition.sql}
  ORDER BY ${order}, day DESC, received_at DESC, report_id
  LIMIT {limit:UInt64} OFFSET {offset:UInt64} ${readSettings}`;
  return engine.select(query, { ...condition.params, limit: options.perPage, offset: toOffset(options) });
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
