import { describeWarning } from "@ruaflow/dmarc/parse";
import { isDmarcPass, type ReportRecord } from "@ruaflow/report";
import { clean } from "../clean-text.ts";
import { pluralize } from "../pluralize.ts";
import type { ExplainedFile, ExplainedReport } from "./explain-file.ts";

/** Records shown of each report. */
const RECORDS_SHOWN = 10;

/** What Ruaflow reads in a file, as text. Control characters are removed from the file's texts. */
export function toText({ file, mails, reports, rejections }: ExplainedFile): string {
  const parts = [
    ...(mails > 0 ? [`  a mailbox of ${pluralize(mails, "mail")}`] : []),
    ...reports.flatMap((report) => describeReport(report)),
    ...rejections.map(({ path, kind, reason, detail }) => `  ${kind}: ${clean(path)}: ${clean(detail)} [${reason}]`),
  ];
  return [clean(file), ...parts, ""].join("\n");
}

function describeReport({ path, header, totals, warnings, sample, failed }: ExplainedReport): string[] {
  const { policyPublished: policy, dateRange } = header;
  const period = `${toIso(dateRange.begin)} to ${toIso(dateRange.end)}`;
  const shown = sample.slice(0, RECORDS_SHOWN);
  const hidden = totals.records - shown.length;
  return [
    `  report ${clean(header.reportId)} of ${clean(header.reporter) || "(no name)"} on ${policy.domain}`,
    `    found in   ${clean(path)}`,
    `    period     ${period}`,
    `    policy     p=${policy.p ?? "(absent)"} sp=${policy.sp ?? "(absent)"} pct=${policy.pct ?? "(absent)"}`,
    `    messages   ${pluralize(totals.messages, "message")} in ${pluralize(totals.records, "record")}: ${totals.passed} passed DMARC, ${failed} failed`,
    ...shown.map((record) => `    ${describeRecord(record)}`),
    ...(hidden > 0 ? [`    ... and ${pluralize(hidden, "more record")}`] : []),
    ...(totals.recordsSkipped > 0
      ? [
          `    ${pluralize(totals.recordsSkipped, "record")} could not be read and ${totals.recordsSkipped === 1 ? "was" : "were"} skipped`,
        ]
      : []),
    ...warnings.map(
      ({ code, path: place, count }) =>
        `    warning    ${describeWarning(code)} [${code}${place && ` at ${clean(place)}`}, ${pluralize(count, "time")}]`,
    ),
  ];
}

function describeRecord({ sourceIp, count, policyEvaluated, identifiers, authResults }: ReportRecord): string {
  const verdict = isDmarcPass(policyEvaluated) ? "pass" : "FAIL";
  const dkim = authResults.dkim.map(({ domain, result }) => `${domain} ${result}`).join(", ") || "no signature";
  const spf = authResults.spf.map(({ domain, result }) => `${domain} ${result}`).join(", ") || "no result";
  const aligned = `aligned dkim=${policyEvaluated.dkim || "-"} spf=${policyEvaluated.spf || "-"}`;
  return clean(
    `${verdict} ${count} x ${sourceIp} from ${identifiers.headerFrom}: ${aligned} (DKIM ${dkim}; SPF ${spf})`,
  );
}

function toIso(epochSeconds: number): string {
  const date = new Date(epochSeconds * 1000);
  return Number.isNaN(date.getTime()) ? `${epochSeconds} s` : date.toISOString().replace(".000Z", "Z");
}
