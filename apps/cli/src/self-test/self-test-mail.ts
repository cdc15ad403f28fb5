import { gzipSync } from "node:zlib";
import { toXml } from "../demo/report-xml.ts";

const DAY_S = 86_400;
const LINE_CHARS = 76;

export interface SelfTestReport {
  readonly domain: string;
  readonly reportId: string;
  readonly now: Date;
}

/** A report about yesterday, with one record of one message from a documentation address (RFC 5737). */
export function writeReport({ domain, reportId, now }: SelfTestReport): string {
  const end = Math.floor(now.getTime() / 1000 / DAY_S) * DAY_S - 1;
  return toXml({
    reporter: { name: "self-test.invalid", email: "self-test@self-test.invalid" },
    reportId,
    begin: end - DAY_S + 1,
    end,
    domain,
    policy: "none",
    records: [
      {
        sourceIp: "192.0.2.1",
        count: 1,
        aligned: { dkim: true, spf: true },
        disposition: "none",
        headerFrom: domain,
        spf: { domain, result: "pass" },
        dkim: [{ domain, selector: "self-test", result: "pass" }],
        reason: null,
      },
    ],
  });
}

/** The mail that a receiver would send with the report (RFC 9990). */
export function writeMail(report: SelfTestReport, recipient: string): string {
  const packed = gzipSync(writeReport(report)).toString("base64");
  const lines = packed.match(new RegExp(`.{1,${LINE_CHARS}}`, "g")) ?? [];
  const fileName = `self-test.invalid!${report.domain}!${report.reportId}.xml.gz`;
  return [
    "From: self-test@self-test.invalid",
    `To: ${recipient}`,
    `Date: ${report.now.toUTCString().replace("GMT", "+0000")}`,
    `Subject: Report Domain: ${report.domain} Submitter: self-test.invalid Report-ID: ${report.reportId}`,
    `Message-ID: <${report.reportId}@self-test.invalid>`,
    "MIME-Version: 1.0",
    "Content-Type: application/gzip",
    `Content-Disposition: attachment; filename="${fileName}"`,
    "Content-Transfer-Encoding: base64",
    "",
    ...lines,
  ].join("\r\n");
}
