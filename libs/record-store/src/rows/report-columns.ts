import { columnsOf, createRowReader, emptyForNull, toSelectList } from "./columns.ts";
import type { ReportRow } from "./report-row.ts";
import { toStoredDay } from "./stored-values.ts";

const { column, derived } = columnsOf<ReportRow>();
const epochSecond = (name: string) => ({ select: `toUnixTimestamp(${name}) AS ${name}` });

/** The columns of `reports`. */
export const reportColumns = [
  column("organization_id", "organizationId"),
  column("domain_id", "domainId"),
  column("day", "day", { toStored: (day) => toStoredDay(String(day)) }),
  column("report_id", "reportId"),
  column("attempt", "attempt"),
  column("reporter", "header/reporter"),
  column("email", "header/email"),
  column("extra_contact_info", "header/extraContactInfo"),
  column("reporter_report_id", "header/reportId"),
  column("period_begin", "header/dateRange/begin", epochSecond("period_begin")),
  column("period_end", "header/dateRange/end", epochSecond("period_end")),
  column("errors", "header/errors"),
  column("version", "header/version"),
  column("namespace", "header/namespace"),
  column("generator", "header/generator"),
  column("policy_domain", "header/policyPublished/domain"),
  column("policy_p", "header/policyPublished/p"),
  column("policy_sp", "header/policyPublished/sp"),
  column("policy_np", "header/policyPublished/np"),
  column("policy_adkim", "header/policyPublished/adkim"),
  column("policy_aspf", "header/policyPublished/aspf"),
  column("policy_pct", "header/policyPublished/pct"),
  column("policy_fo", "header/policyPublished/fo"),
  column("policy_testing", "header/policyPublished/testing"),
  column("policy_discovery_method", "header/policyPublished/discoveryMethod"),
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
