import type { ReportRecord, Trust } from "@ruaflow/report";
import { recordSelectList, toRecord } from "../../rows/record-columns.ts";

/** A record with what its report says of all of its records. */
export interface ListedRecord extends ReportRecord {
  readonly domainId: string;
  readonly reportId: string;
  readonly reporter: string;
  /** Period of the report. */
  readonly begin: Date;
  readonly end: Date;
  readonly trust: Trust;
}

/** Tells a row of the table. */
export const place = "domain_id, day, report_id, ordinal, attempt";

/** SQL: the columns of a {@link ListedRow}. */
export const selectList = `domain_id AS domainId, report_id AS reportId, reporter, trust,
    toUnixTimestamp(period_begin) AS beginSecond, toUnixTimestamp(period_end) AS endSecond, ${recordSelectList}`;

export interface ListedRow {
  readonly domainId: string;
  readonly reportId: string;
  readonly reporter: string;
  readonly trust: Trust;
  readonly beginSecond: number;
  readonly endSecond: number;
}

export function toListed(row: ListedRow): ListedRecord {
  const { domainId, reportId, reporter, trust } = row;
  const [begin, end] = [new Date(row.beginSecond * 1000), new Date(row.endSecond * 1000)];
  return { ...toRecord(row), domainId, reportId, reporter, trust, begin, end };
}
