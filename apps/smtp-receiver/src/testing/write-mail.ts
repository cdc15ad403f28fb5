let unique = 0;

/** A small report as XML, by default with a unique report id. */
export function writeReport(domain: string, reportId = `test-${unique++}`): string {
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>reporter.example</org_name>
<email>dmarc@reporter.example</email><report_id>${reportId}</report_id>
<date_range><begin>1790812800</begin><end>1790899199</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>none</p></policy_published><record><row><source_ip>192.0.2.1</source_ip>
<count>1</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers><auth_results></auth_results></record></feedback>`;
}

/** A mail with the report as its attachment, with the line ends of SMTP and without the final dot. */
export function writeMail(report: string, subject = "Report Domain: example.com"): string {
  const encoded = Buffer.from(report).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  return [
    "From: dmarc@reporter.example",
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    'Content-Type: application/xml; name="report.xml"',
    "Content-Transfer-Encoding: base64",
    "",
    encoded,
    "",
  ].join("\r\n");
}
