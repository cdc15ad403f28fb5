import { addressColumns, ownerColumns, recordKeyColumns, reporterColumns, trustColumns } from "./columns.ts";
import { isVisible, type View, withVisible } from "./view.ts";

const text = "LowCardinality(String)";

/** Without the results of DKIM and SPF, which have views of their own: here they would multiply the messages. */
export const records: View = {
  name: "records",
  comment:
    "One row for each record of a report: messages with the same source and the same results. Sum messages where counted",
  columns: [
    ...ownerColumns,
    ...recordKeyColumns,
    ...reporterColumns,
    ...addressColumns,
    ["messages", "UInt64", "row/count: number of messages; sum this, never count rows", "count"],
    ["disposition", text, "policy_evaluated/disposition: what the receiver did: none, quarantine, reject, pass"],
    [
      "policy_evaluated_dkim",
      text,
      "policy_evaluated/dkim: pass when an aligned DKIM signature passed",
      "dkim_alignment",
    ],
    ["policy_evaluated_spf", text, "policy_evaluated/spf: pass when SPF passed aligned", "spf_alignment"],
    ["dmarc_pass", "Bool", "Whether the messages passed DMARC: policy_evaluated_dkim or policy_evaluated_spf is pass"],
    ["dkim_result", text, "Raw DKIM result: pass if any signature passed, else the first; none without signatures"],
    ["spf_result", text, "Raw SPF result: pass if any check passed, else the first; none without checks"],
    ["header_from", text, "identifiers/header_from: domain of the From header"],
    [
      "envelope_from",
      "LowCardinality(Nullable(String))",
      "identifiers/envelope_from: domain of the envelope sender; empty for the null sender, NULL when not given",
    ],
    [
      "envelope_to",
      "LowCardinality(Nullable(String))",
      "identifiers/envelope_to: domain of the envelope recipient, NULL when not given",
    ],
    ["reason_types", "Array(LowCardinality(String))", "policy_evaluated/reason/type, in order"],
    ["reason_comments", "Array(String)", "policy_evaluated/reason/comment, in the same order"],
    ...trustColumns,
  ],
  prelude: withVisible,
  source: `FROM \`{database}\`.records WHERE ${isVisible}`,
};
