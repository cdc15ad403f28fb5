import { isCounted, type ViewColumn } from "./view.ts";

const text = "LowCardinality(String)";

/** Where a row belongs, in every view. */
export const ownerColumns: readonly ViewColumn[] = [
  ["organization_id", text, "Organization that owns the report (org_...)"],
  ["domain_id", text, "Monitored domain that the report counts for (dom_...)"],
  ["day", "Date", "UTC day of the middle of the date range; the API counts by it"],
];

/** The report and the record that a row is about. */
export const recordKeyColumns: readonly ViewColumn[] = [
  [
    "report_id",
    "String",
    "Report (rpt_...), the id in the API; not what the reporter chose as report_metadata/report_id",
  ],
  ["ordinal", "UInt32", "Position of the record in its report, from 0; with report_id it identifies the record"],
];

export const countedColumn: ViewColumn = [
  "counted",
  "Bool",
  "Whether the numbers of the API contain the report: its sender is proven or known, or the organization counts all reports",
  isCounted,
];

/** How far a report is believed, and whether it counts. */
export const trustColumns: readonly ViewColumn[] = [
  [
    "trust",
    text,
    "Why the report is believed: dmarc, dkim, spf (the sender of its mail is proven), upload, import; none: the sender is not proven",
  ],
  countedColumn,
];

/** Who sent the report, and for which time. */
export const reporterColumns: readonly ViewColumn[] = [
  ["org_name", text, "report_metadata/org_name: who sent the report", "reporter"],
  ["date_range_begin", "DateTime('UTC')", "report_metadata/date_range/begin", "period_begin"],
  ["date_range_end", "DateTime('UTC')", "report_metadata/date_range/end", "period_end"],
  ["received_at", "DateTime('UTC')", "When the report was received"],
  ["policy_domain", text, "policy_published/domain: the domain whose policy was applied, lower-case A-label"],
];

/** The address as text, for a column of IPv6. */
const addressText =
  "if(startsWith(toString(source_ip), '::ffff:') AND position(toString(source_ip), '.') > 0, substring(toString(source_ip), 8), toString(source_ip))";

export const addressColumns: readonly ViewColumn[] = [
  ["source_ip", "IPv6", "row/source_ip: address that sent the messages; IPv4 is mapped (::ffff:a.b.c.d)"],
  ["source_ip_text", "String", "The source address as text, IPv4 dotted", addressText],
];
