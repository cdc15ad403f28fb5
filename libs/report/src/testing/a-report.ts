import type { ReportHeader, ReportRecord } from "../report.ts";
import { aHeader, aRecord, type DeepPartial } from "./a-record.ts";

/** Changes to a default report. */
export interface ReportChanges extends DeepPartial<ReportHeader> {
  /** Default: one message from one address. */
  readonly records?: readonly DeepPartial<ReportRecord>[];
}

/** The UTC day of a report, in epoch seconds: 2026-10-01. */
const DAY = { begin: 1_790_812_800, end: 1_790_899_199 };

/** The XML of a report as a reporter writes it, with default values and these changes. Texts are escaped. */
export function aReport({ records = [{}], ...header }: ReportChanges = {}): string {
  const { reporter, email, extraContactInfo, reportId, dateRange, policyPublished } = aHeader({
    dateRange: DAY,
    ...header,
  });
  const { domain, p } = policyPublished;
  const metadata = [
    toElement("org_name", reporter),
    toElement("email", email),
    toElement("extra_contact_info", extraContactInfo),
    toElement("report_id", reportId),
    `<date_range><begin>${dateRange.begin}</begin><end>${dateRange.end}</end></date_range>`,
  ];
  const policy = toElement("domain", domain) + toElement("p", p);
  const rows = records.map((changes) => toRow(aRecord(changes), changes.identifiers?.headerFrom ?? domain));
  return `<?xml version="1.0"?><feedback><report_metadata>${metadata.join("")}</report_metadata>
<policy_published>${policy}</policy_published>
${rows.join("\n")}</feedback>`;
}

function toRow({ sourceIp, count, policyEvaluated: evaluated }: ReportRecord, headerFrom: string): string {
  const { disposition, dkim, spf } = evaluated;
  return `<record><row><source_ip>${sourceIp}</source_ip><count>${count}</count>
<policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
<identifiers><header_from>${headerFrom}</header_from></identifiers><auth_results></auth_results></record>`;
}

function toElement(name: string, value: string | null): string {
  if (value === null) return "";
  return `<${name}>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</${name}>`;
}
