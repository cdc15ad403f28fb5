import type { ReportRecord } from "@ruaflow/report";
import { recordFields } from "@ruaflow/report/fields";
import { columnsOf, createRowReader, emptyForNull, toColumn, toSelectList } from "./columns.ts";
import type { RecordBatch } from "./report-row.ts";
import { toAddressText, toStoredDay } from "./stored-values.ts";

/** Columns of `records` that differ from record to record: a column for each field, in the order of the messages' values. */
export const recordColumns = recordFields.map((field) =>
  toColumn(field, field.name === "source_ip" ? { toValue: (stored) => toAddressText(String(stored)) } : {}),
);

/** The select list for {@link toRecord}. */
export const recordSelectList = toSelectList(recordColumns);

/** Converts a row of `records` to a record. */
export const toRecord = createRowReader<ReportRecord>()(recordColumns);

const constant = columnsOf<RecordBatch>().column;

/** Columns of `records` that come from the report and are equal in all rows of a batch. */
export const constantColumns = [
  constant("organization_id", "report/organizationId"),
  constant("domain_id", "report/domainId"),
  constant("day", "report/day", { toStored: (day) => toStoredDay(String(day)) }),
  constant("report_id", "report/reportId"),
  constant("attempt", "attempt"),
  constant("reporter", "report/header/reporter"),
  constant("policy_domain", "report/header/policyPublished/domain"),
  constant("period_begin", "report/header/dateRange/begin"),
  constant("period_end", "report/header/dateRange/end"),
  constant("trust", "report/trust"),
  constant("reporter_domain", "report/reporterDomain", emptyForNull),
  columnsOf<RecordBatch>().derived("received_at", ({ report }) => Math.floor(report.receivedAt.getTime() / 1000)),
];
