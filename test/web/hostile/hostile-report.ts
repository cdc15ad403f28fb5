const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Every text field of a report whose value is free, named as the page may show it. */
export const FIELDS = [
  "org_name",
  "email",
  "extra_contact_info",
  "report_id",
  "error",
  "generator",
  "version",
  "adkim",
  "fo",
  "reason_type",
  "reason_comment",
  "header_from",
  "envelope_from",
  "envelope_to",
  "dkim_domain",
  "dkim_selector",
  "dkim_result",
  "dkim_human_result",
  "spf_domain",
  "spf_scope",
  "spf_result",
  "spf_human_result",
] as const;

interface HostileReport {
  readonly domain: string;
  /** What stands in every field. */
  readonly payload: string;
  readonly sourceIp: string;
  /** UTC day. */
  readonly day: string;
}

/** A report that a receiver might send, with one text in all of its free fields. */
export function writeHostileReport({ domain, payload, sourceIp, day }: HostileReport): string {
  const begin = Date.parse(day) / 1000;
  // A field's name beside the text shows which fields a view has.
  const text = Object.fromEntries(FIELDS.map((field) => [field, escapeXml(`${payload} ${field}`)]));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feedback>
<version>${text.version}</version>
<report_metadata><org_name>${text.org_name}</org_name><email>${text.email}</email>
<extra_contact_info>${text.extra_contact_info}</extra_contact_info><report_id>${text.report_id}</report_id>
<date_range><begin>${begin}</begin><end>${begin + 86_399}</end></date_range><error>${text.error}</error><generator>${text.generator}</generator></report_metadata>
<policy_published><domain>${domain}</domain><adkim>${text.adkim}</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct><fo>${text.fo}</fo></policy_published>
<record><row><source_ip>${sourceIp}</source_ip><count>7</count>
<policy_evaluated><disposition>none</disposition><dkim>fail</dkim><spf>fail</spf><reason><type>${text.reason_type}</type><comment>${text.reason_comment}</comment></reason></policy_evaluated></row>
<identifiers><header_from>${text.header_from}</header_from><envelope_from>${text.envelope_from}</envelope_from><envelope_to>${text.envelope_to}</envelope_to></identifiers>
<auth_results><dkim><domain>${text.dkim_domain}</domain><selector>${text.dkim_selector}</selector><result>${text.dkim_result}</result><human_result>${text.dkim_human_result}</human_result></dkim>
<spf><domain>${text.spf_domain}</domain><scope>${text.spf_scope}</scope><result>${text.spf_result}</result><human_result>${text.spf_human_result}</human_result></spf></auth_results></record>
</feedback>
`;
}
