import type { ReportHeader } from "@ruaflow/report";
import { type Field, headerFields } from "@ruaflow/report/fields";
import { type Column, columnsOf, createRowReader, emptyForNull, toColumn, toSelectList } from "./columns.ts";
import type { ReportRow } from "./report-row.ts";
import { toStoredDay } from "./stored-values.ts";

const { column, derived } = columnsOf<ReportRow>();
const epochSecond = (name: string) => ({ select: `toUnixTimestamp(${name}) AS ${name}` });

function toHeaderColumn<Path extends string>(
  field: Field<Path, ReportHeader>,
): Column<`header/${Path}`, Pick<ReportRow, "header">> {
  const { name, kind, write } = field;
  const path = field.path === null ? null : (`header/${field.path}` as const);
  const column = { name, path, write: ({ header }: Pick<ReportRow, "header">) => write(header) };
  return toColumn(column, kind === "second" ? epochSecond(name) : {});
}

/** The columns of `reports`. */
export const reportColumns = [
  column("organization_id", "organizationId"),
  column("domain_id", "domainId"),
  column("day", "day", { toStored: (day) => toStoredDay(String(day)) }),
  column("report_id", "reportId"),
  column("attempt", "attempt"),
  ...headerFields.map(toHeaderColumn),
  column("records", "totals/records"),
  column("records_skipped", "totals/recordsSkipped"),
  column("messages", "totals/messages"),
  column("passed", "totals/passed"),
  derived("failed", ({ totals }) => totals.messages - totals.passed),
  column("warning_codes", "warnings[]/code"),
  column("warning_paths", "warnings[]/path"),
  column("warning_counts", "warnings[]/count"),
  column("received_at", "receivedAt", {
    ...epochSecond("received_at"),
    toStored: (time) => Math.floor(Number(time) / 1000),
    toValue: (second) => new Date(Number(second) * 1000),
  }),
  column("channel", "channel"),
  column("submission_id", "submissionId"),
  column("content_hash", "contentHash"),
  column("trust", "trust"),
  column("trust_reason", "trustReason"),
  column("reporter_domain", "reporterDomain", emptyForNull),
];

/** The select list for {@link toReportRow}. */
export const reportSelectList = toSelectList(reportColumns);

/** Converts a row of `reports` to a report's row. */
export const toReportRow = createRowReader<ReportRow>()(reportColumns);
