import { isDmarcPass, type ReportRecord } from "../report.ts";
import { fieldsOf } from "./field.ts";

const { field, derived } = fieldsOf<ReportRecord>();

/** The ordinal comes first, so that `readOrdinal` need not parse the rest. */
const form1 = [
  field("ordinal", "ordinal"),
  field("source_ip", "sourceIp"),
  field("count", "count"),
  field("disposition", "policyEvaluated/disposition"),
  field("dkim_alignment", "policyEvaluated/dkim"),
  field("spf_alignment", "policyEvaluated/spf"),
  derived("dmarc_pass", ({ policyEvaluated }) => isDmarcPass(policyEvaluated)),
  derived("dkim_result", ({ authResults }) => toOneResult(authResults.dkim)),
  derived("spf_result", ({ authResults }) => toOneResult(authResults.spf)),
  field("header_from", "identifiers/headerFrom"),
  field("envelope_from", "identifiers/envelopeFrom"),
  field("envelope_to", "identifiers/envelopeTo"),
  field("reason_types", "policyEvaluated/reasons[]/type"),
  field("reason_comments", "policyEvaluated/reasons[]/comment"),
  field("dkim_domains", "authResults/dkim[]/domain"),
  field("dkim_selectors", "authResults/dkim[]/selector"),
  field("dkim_results", "authResults/dkim[]/result"),
  field("dkim_human_results", "authResults/dkim[]/humanResult"),
  field("spf_domains", "authResults/spf[]/domain"),
  field("spf_scopes", "authResults/spf[]/scope"),
  field("spf_results", "authResults/spf[]/result"),
  field("spf_human_results", "authResults/spf[]/humanResult"),
];

/**
 * The fields of a record, by the form of the content that first covers them. A form that was released never changes: new fields
 * make a new one, the last.
 */
export const recordForms = [form1];

/** In the order of the values in the log's messages: lines of earlier releases end before the newer fields. */
export const recordFields = recordForms.flat();

/** Reduces the raw results of a record to one: `pass` if any passed, otherwise the first; `none` without results. */
function toOneResult(results: readonly { readonly result: string }[]): string {
  return results.some(({ result }) => result === "pass") ? "pass" : (results[0]?.result ?? "none");
}
