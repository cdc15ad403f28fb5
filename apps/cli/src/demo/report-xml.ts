import type { AuthResult, Stream } from "./story.ts";

/** A report to be written as XML. Its texts come from the demo itself and need no escaping. */
export interface DemoReport {
  readonly reporter: { readonly name: string; readonly email: string };
  readonly reportId: string;
  /** First and last second of its period. */
  readonly begin: number;
  readonly end: number;
  readonly domain: string;
  readonly policy: string;
  readonly records: readonly DemoRecord[];
}

export interface DemoRecord {
  readonly sourceIp: string;
  readonly count: number;
  readonly aligned: { readonly dkim: boolean; readonly spf: boolean };
  readonly disposition: string;
  readonly headerFrom: string;
  readonly spf: AuthResult;
  readonly dkim: Stream["dkim"];
  readonly reason: { readonly type: string; readonly comment: string } | null;
}

/** The report as receivers write it (RFC 7489 appendix C). */
export function toXml({ reporter, reportId, begin, end, domain, policy, records }: DemoReport): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feedback>
  <version>1.0</version>
  <report_metadata>${element("org_name", reporter.name)}${element("email", reporter.email)}
    ${element("report_id", reportId)}<date_range>${element("begin", begin)}${element("end", end)}</date_range>
  </report_metadata>
  <policy_published>${element("domain", domain)}<adkim>r</adkim><aspf>r</aspf>
    ${element("p", policy)}${element("sp", policy)}<pct>100</pct>
  </policy_published>
${records.map(toRecordXml).join("")}</feedback>
`;
}

function toRecordXml({ sourceIp, count, aligned, disposition, headerFrom, spf, dkim, reason }: DemoRecord): string {
  const toWord = (passed: boolean) => (passed ? "pass" : "fail");
  const reasonXml = reason
    ? `<reason>${element("type", reason.type)}${element("comment", reason.comment)}</reason>`
    : "";
  const dkimXml = dkim.map(
    ({ domain, selector, result }) =>
      `<dkim>${element("domain", domain)}${element("selector", selector)}${element("result", result)}</dkim>`,
  );
  return `  <record>
    <row>${element("source_ip", sourceIp)}${element("count", count)}
      <policy_evaluated>${element("disposition", disposition)}${element("dkim", toWord(aligned.dkim))}${element("spf", toWord(aligned.spf))}${reasonXml}</policy_evaluated>
    </row>
    <identifiers>${element("envelope_from", spf.domain)}${element("header_from", headerFrom)}</identifiers>
    <auth_results>${dkimXml.join("")}<spf>${element("domain", spf.domain)}<scope>mfrom</scope>${element("result", spf.result)}</spf></auth_results>
  </record>
`;
}

function element(name: string, value: string | number): string {
  return `<${name}>${value}</${name}>`;
}
