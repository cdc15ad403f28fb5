import { ownerColumns, recordKeyColumns, reporterColumns, trustColumns } from "./columns.ts";
import { isVisible, type View, type ViewColumn, withVisible } from "./view.ts";

const text = "LowCardinality(String)";
const optional = "LowCardinality(Nullable(String))";

/** An element of policy_published, stored as `policy_<element>`. */
function policy(element: string, meaning: string): ViewColumn {
  return [`policy_${element}`, optional, `policy_published/${element}: ${meaning}; empty when empty, NULL when absent`];
}

const metadataColumns: readonly ViewColumn[] = [
  ["email", optional, "report_metadata/email, NULL when not given"],
  ["extra_contact_info", optional, "report_metadata/extra_contact_info, NULL when not given"],
  ["reporter_report_id", "String", "report_metadata/report_id as the reporter chose it; not unique"],
  ["errors", "Array(String)", "report_metadata/error, in order"],
  ["generator", optional, "report_metadata/generator, NULL when not given"],
  ["version", optional, "The version element, NULL when not given"],
  ["namespace", text, "XML namespace of the root, empty for none"],
];

const policyColumns: readonly ViewColumn[] = [
  policy("p", "policy for the domain"),
  policy("sp", "policy for subdomains"),
  policy("np", "policy for subdomains that do not exist"),
  policy("adkim", "DKIM alignment mode"),
  policy("aspf", "SPF alignment mode"),
  policy("pct", "percentage that the policy applies to, as written"),
  policy("fo", "failure reporting options"),
  policy("testing", "test mode, y or n"),
  policy("discovery_method", "how the policy was found, psl or treewalk"),
];

/** One row for each report. */
export const reports: View = {
  name: "reports",
  comment: "One row for each stored report: its metadata, the policy published and its sums",
  columns: [
    ...ownerColumns,
    ...recordKeyColumns.slice(0, 1),
    ...reporterColumns,
    ...metadataColumns,
    ...policyColumns,
    ["records", "UInt32", "Stored records of the report"],
    ["records_skipped", "UInt32", "Records that could not be stored; warning_codes say why"],
    ["messages", "UInt64", "Messages of all stored records"],
    ["passed", "UInt64", "Messages that passed DMARC"],
    ["failed", "UInt64", "Messages that failed DMARC"],
    ["warning_codes", "Array(LowCardinality(String))", "Deviations from the standard met in the report, by code"],
    ["warning_paths", "Array(String)", "First element concerned, in the order of warning_codes"],
    ["warning_counts", "Array(UInt32)", "How often, in the order of warning_codes"],
    ["channel", text, "How the report was received: smtp, upload, import, imap, folder, s3"],
    ["submission_id", "String", "Submission that it came in (sub_...)"],
    ...trustColumns,
    ["trust_reason", optional, "Why the sender is not proven; NULL unless trust is none"],
  ],
  prelude: withVisible,
  source: `FROM \`{database}\`.reports WHERE ${isVisible}`,
};
