import { describeWarning, type RefusalFacts, type ReportWarning } from "@ruaflow/dmarc/parse";
import type { ReportHeader, ReportTotals } from "@ruaflow/report";
import { recordFields } from "@ruaflow/report/fields";

/** Records shown of each report. */
export const RECORDS_SHOWN_MAX = 100;

/** A report as it was read. */
export interface ExplainedReport {
  readonly path: string;
  readonly header: ReportHeader;
  readonly totals: ReportTotals;
  readonly warnings: readonly ReportWarning[];
  /** Its first records, encoded as in the log's messages. */
  readonly lines: readonly string[];
}

/** An entry of the file that cannot be stored as a report. */
export interface Rejection {
  readonly path: string;
  readonly kind: "refused" | "not-aggregate";
  readonly reason: string;
  readonly detail: string;
  readonly facts?: RefusalFacts;
}

export interface ExplainedFile {
  readonly file: string;
  /** Mails of its mailboxes, with reports or without; 0 without a mailbox. */
  readonly mails: number;
  readonly reports: readonly ExplainedReport[];
  readonly rejections: readonly Rejection[];
}

/** The limit of an answer, in characters of JSON. Absent: no limit. */
interface Limit {
  readonly charsMax?: number;
}

/** What Ruaflow reads in a file, as JSON: the answer of the API, and a line of `ruaflow explain --json`. */
export function toExplanation(
  { file, mails, reports, rejections }: ExplainedFile,
  { charsMax = Number.POSITIVE_INFINITY }: Limit = {},
) {
  const take = takeWithin(charsMax);
  const shownReports = take(reports.map(toReportBody));
  const shownRejections = take(rejections.map(toRejectionBody));
  return {
    file,
    ...toOutcome(reports, rejections),
    mails,
    reports: shownReports,
    reports_omitted: reports.length - shownReports.length,
    rejections: shownRejections,
    rejections_omitted: rejections.length - shownRejections.length,
  };
}

function toRejectionBody({ path, reason, detail, facts }: Rejection) {
  return { path, reason, detail, ...facts };
}

const NO_REPORT = {
  reason: "no-report",
  detail: "The file contains nothing that could be a report.",
  kind: "not-aggregate",
} as const;

function toOutcome(reports: ExplainedFile["reports"], rejections: ExplainedFile["rejections"]) {
  if (reports.length > 0) return { outcome: "accepted", reason: null, detail: null } as const;
  const { kind, reason, detail } = rejections.find((each) => each.kind === "refused") ?? rejections[0] ?? NO_REPORT;
  return { outcome: kind === "refused" ? "rejected" : "not-aggregate", reason, detail } as const;
}

/** Takes the first items whose JSON fits into what is left. */
function takeWithin(charsMax: number) {
  let left = charsMax;
  return <Item>(items: readonly Item[]): Item[] => {
    const end = items.findIndex((item) => {
      left -= JSON.stringify(item).length;
      return left < 0;
    });
    return items.slice(0, end === -1 ? items.length : end);
  };
}

function toReportBody({ header, totals, warnings, path, lines }: ExplainedReport) {
  const { policyPublished, dateRange } = header;
  return {
    path,
    org_name: header.reporter,
    report_id: header.reportId,
    domain: policyPublished.domain,
    p: policyPublished.p,
    begin: dateRange.begin,
    end: dateRange.end,
    records: totals.records,
    records_skipped: totals.recordsSkipped,
    total_count: totals.messages,
    pass_count: totals.passed,
    warnings: warnings.map((warning) => ({ ...warning, explanation: describeWarning(warning.code) })),
    first_records: lines.map(toRecordBody),
    records_omitted: totals.records - lines.length,
  };
}

/** The values of an encoded record by their names. */
function toRecordBody(line: string): Readonly<Record<string, unknown>> {
  const values: unknown[] = JSON.parse(`[${line}]`);
  return Object.fromEntries(recordFields.map(({ name }, index) => [name, values[index]]));
}
