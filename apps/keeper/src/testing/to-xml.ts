export interface XmlOptions {
  readonly reportId: string;
  /** Epoch seconds. */
  readonly begin: number;
  readonly end: number;
  readonly records: number;
  /** Of every record, as written. Default: none. */
  readonly envelopeFrom?: string | undefined;
}

/** An aggregate report with this number of records, of which each second one passed. */
export function toXml({ reportId, begin, end, records, envelopeFrom }: XmlOptions): string {
  return `<feedback><report_metadata><org_name>reporter.example</org_name><email>a@reporter.example</email>
    <report_id>${reportId}</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata>
    <policy_published><domain>example.com</domain><p>none</p><pct>100</pct></policy_published>
    ${Array.from({ length: records }, (_, index) => toRecord(index, envelopeFrom)).join("\n")}</feedback>`;
}

function toRecord(index: number, envelopeFrom: string | undefined): string {
  const envelope = envelopeFrom === undefined ? "" : `<envelope_from>${envelopeFrom}</envelope_from>`;
  const result = index % 2 === 0 ? "pass" : "fail";
  const source = index % 3 === 0 ? `2001:db8::${(index % 0xffff).toString(16)}` : `192.0.2.${index % 256}`;
  return `<record><row><source_ip>${source}</source_ip><count>${(index % 7) + 1}</count>
    <policy_evaluated><disposition>none</disposition><dkim>${result}</dkim><spf>fail</spf></policy_evaluated></row>
    <identifiers>${envelope}<header_from>example.com</header_from></identifiers>
    <auth_results><dkim><domain>example.com</domain><selector>s</selector><result>${result}</result></dkim></auth_results>
    </record>`;
}
