import { isDmarcPass, type ReportRecord } from "@ruaflow/dmarc";
import { columnsOf, createRowReader, emptyForNull, toSelectList } from "./columns.ts";
import type { RecordBatch } from "./report-row.ts";
import { toAddressText } from "./stored-address.ts";
import { toStoredDay } from "./stored-day.ts";

const { column, derived } = columnsOf<ReportRecord>();

/**
 * Columns of `records` that differ from record to record, in the order of the values in the log's messages. So a new
 * column must be the last: lines of earlier releases end before it. The ordinal comes first, so that `readOrdinal` need
 * not parse the rest.
 */
export const recordColumns = [
  column("ordinal", "ordinal"),
  column("source_ip", "sourceIp", { toValue: (stored) => toAddressText(String(stored)) }),
  column("count", "count"),
  column("disposition", "policyEvaluated/disposition"),
  column("dkim_alignment", "policyEvaluated/dkim"),
  column("spf_alignment", "policyEvaluated/spf"),
  derived("dmarc_pass", ({ policyEvaluated }) => isDmarcPass(policyEvaluated)),
  derived("dkim_result", ({ authResults }) => toOneResult(authResults.dkim)),
  derived("spf_result", ({ authResults }) => toOneResult(authResults.spf)),
  column("header_from", "identifiers/headerFrom"),
  column("envelope_from", "identifiers/envelopeFrom"),
  column("envelope_to", "identifiers/envelopeTo"),
  column("reason_types", "policyEvaluated/reasons[]/type"),
  column("reason_comments", "policyEvaluated/reasons[]/comment"),
  column("dkim_domains", "authResults/dkim[]/domain"),
  column("dkim_selectors", "authResults/dkim[]/selector"),
  column("dkim_results", "authResults/dkim[]/result"),
  column("dkim_human_results", "authResults/dkim[]/humanResult"),
  column("spf_domains", "authResults/spf[]/domain"),
  column("spf_scopes", "authResults/spf[]/scope"),
  column("spf_results", "authResults/spf[]/result"),
  column("spf_human_results", "authResults/spf[]/humanResult"),
];

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

/** Reduces the raw results of a record to one: `pass` if any passed, otherwise the first; `none` without results. */
function toOneResult(results: readonly { readonly result: string }[]): string {
  return results.some(({ result }) => result === "pass") ? "pass" : (results[0]?.result ?? "none");
}
