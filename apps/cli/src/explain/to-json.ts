import type { ExplainedFile, ExplainedReport } from "./explain-file.ts";

/** One line of `explain --json`. */
export function toJson({ file, mails, reports, rejections }: ExplainedFile) {
  const refused = rejections.find(({ kind }) => kind === "refused") ?? rejections[0];
  const empty = {
    reason: "no-report",
    detail: "The file contains nothing that could be a report.",
    kind: "not-aggregate",
  };
  const { kind, reason, detail } = refused ?? empty;
  const outcome = reports.length > 0 ? "accepted" : kind === "refused" ? "rejected" : "not-aggregate";
  return {
    file,
    outcome,
    reason: outcome === "accepted" ? null : reason,
    detail: outcome === "accepted" ? null : detail,
    mails,
    reports: reports.map(toReportJson),
    rejections: rejections.map(({ path, reason, detail }) => ({ path, reason, detail })),
  };
}

function toReportJson({ header, totals, warnings, path }: ExplainedReport) {
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
    warnings,
  };
}
