import { aReport } from "@ruaflow/report/testing";

const REPORTER = { reporter: "reporter.example", email: "dmarc@reporter.example" };
let unique = 0;

/** A small report as XML, by default with a unique report id. */
export function writeReport(domain: string, reportId = `test-${unique++}`): string {
  const records = [{ policyEvaluated: { dkim: "pass" } }];
  return aReport({ ...REPORTER, reportId, policyPublished: { domain }, records });
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
