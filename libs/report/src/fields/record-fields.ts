import { isDmarcPass, type ReportRecord } from "../report.ts";
import { count, fieldsOf, optional, text } from "./field.ts";

const { field, derived } = fieldsOf<ReportRecord>();

/** The fields of a record in form 1 of the content. The ordinal comes first, so that `readOrdinal` need not parse the rest. */
export const recordForm1 = [
  field("ordinal", "ordinal", count("Position of the record in its report, from 0.")),
  field("source_ip", "sourceIp", text("Address that the emails came from, IPv4 or IPv6.")),
  field("count", "count", count("Number of emails: sum this, never count records.")),
  field(
    "disposition",
    "policyEvaluated/disposition",
    text("What the receiver did: none, quarantine, reject or pass.", "none"),
  ),
  field("dkim_alignment", "policyEvaluated/dkim", text("policy_evaluated/dkim: pass or fail.", "pass")),
  field("spf_alignment", "policyEvaluated/spf", text("policy_evaluated/spf: pass or fail.", "fail")),
  derived("dmarc_pass", ({ policyEvaluated }) => isDmarcPass(policyEvaluated), {
    kind: "flag",
    meaning: "Whether the emails passed DMARC.",
  }),
  derived(
    "dkim_result",
    ({ authResults }) => toOneResult(authResults.dkim),
    text("DKIM result: pass if any signature passed, otherwise the first; none without results."),
  ),
  derived(
    "spf_result",
    ({ authResults }) => toOneResult(authResults.spf),
    text("SPF result: pass if any passed, otherwise the first; none without results."),
  ),
  field("header_from", "identifiers/headerFrom", text("Domain of the From header.", "example.com")),
  field(
    "envelope_from",
    "identifiers/envelopeFrom",
    optional("Domain of the envelope sender; empty for the null sender, null when not given.", "bounce.example.com"),
  ),
  field(
    "envelope_to",
    "identifiers/envelopeTo",
    optional("Domain of the envelope recipient; null when not given.", "example.net"),
  ),
  field("reason_types", "policyEvaluated/reasons[]/type", text("Types of the policy override reasons.", "forwarded")),
  field(
    "reason_comments",
    "policyEvaluated/reasons[]/comment",
    text("Comments of the policy override reasons, in the order of reason_types.", "known forwarder"),
  ),
  field("dkim_domains", "authResults/dkim[]/domain", text("Signing domains (d=).", "example.com")),
  field("dkim_selectors", "authResults/dkim[]/selector", text("Selectors (s=), in the order of dkim_domains.", "s1")),
  field("dkim_results", "authResults/dkim[]/result", text("DKIM results, in the order of dkim_domains.", "pass")),
  field(
    "dkim_human_results",
    "authResults/dkim[]/humanResult",
    text("Remarks on the DKIM results, in the order of dkim_domains."),
  ),
  field("spf_domains", "authResults/spf[]/domain", text("Domains that SPF was checked for.", "example.com")),
  field(
    "spf_scopes",
    "authResults/spf[]/scope",
    text("Scopes of the SPF checks (mfrom, helo), in the order of spf_domains.", "mfrom"),
  ),
  field("spf_results", "authResults/spf[]/result", text("SPF results, in the order of spf_domains.", "pass")),
  field(
    "spf_human_results",
    "authResults/spf[]/humanResult",
    text("Remarks on the SPF results, in the order of spf_domains."),
  ),
];

/** Reduces the raw results of a record to one: `pass` if any passed, otherwise the first; `none` without results. */
function toOneResult(results: readonly { readonly result: string }[]): string {
  return results.some(({ result }) => result === "pass") ? "pass" : (results[0]?.result ?? "none");
}
