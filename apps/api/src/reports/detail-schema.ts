import type { ReportSummary } from "@ruaflow/metadata-store/reports";
import type { ReportRow } from "@ruaflow/record-store/rows";
import { isDmarcPass, type ReportRecord } from "@ruaflow/report";
import { Type } from "typebox";
import { ReportSchema, toReport } from "./report-schema.ts";
import type { Sourced } from "./source-facts.ts";
import { AddedFactsSchema, SourceFactsSchema, toSourceFacts } from "./source-schema.ts";

const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const Text = (example: string) => Type.String({ examples: [example] });
const absentOrEmpty = "As published; an empty text if the element was empty, null if it was absent.";

const PolicyPublishedSchema = Type.Object({
  domain: Type.String({ example: "example.com" }),
  p: TextOrNull(absentOrEmpty, "reject"),
  sp: TextOrNull(absentOrEmpty, "reject"),
  np: TextOrNull(absentOrEmpty, null),
  adkim: TextOrNull(absentOrEmpty, "r"),
  aspf: TextOrNull(absentOrEmpty, "r"),
  pct: TextOrNull(absentOrEmpty, "100"),
  fo: TextOrNull(absentOrEmpty, "1"),
  testing: TextOrNull(absentOrEmpty, null),
  discovery_method: TextOrNull(absentOrEmpty, null),
});

/** A record of a report. */
export const RecordSchema = Type.Object({
  ...SourceFactsSchema,
  count: Type.Integer({ description: "Messages.", examples: [24] }),
  dmarc_pass: Type.Boolean(),
  policy_evaluated: Type.Object({
    disposition: Type.String({ example: "none" }),
    dkim: Type.String({ description: "DKIM alignment result.", example: "pass" }),
    spf: Type.String({ description: "SPF alignment result.", example: "fail" }),
    reasons: Type.Array(Type.Object({ type: Text("forwarded"), comment: Text("known forwarder") })),
  }),
  identifiers: Type.Object({
    header_from: Text("example.com"),
    envelope_from: TextOrNull("Null if absent, an empty text for the null sender.", "bounce.example.com"),
    envelope_to: TextOrNull("Null when absent.", "example.net"),
  }),
  auth_results: Type.Object({
    dkim: Type.Array(
      Type.Object({
        domain: Text("example.com"),
        selector: Text("s1"),
        result: Text("pass"),
        human_result: Text(""),
      }),
    ),
    spf: Type.Array(
      Type.Object({ domain: Text("example.com"), scope: Text("mfrom"), result: Text("pass"), human_result: Text("") }),
    ),
  }),
  ...AddedFactsSchema,
});

/** A report with everything that the reporter sent. */
export const ReportDetailSchema = Type.Object({
  ...ReportSchema.properties,
  reporter_report_id: Type.String({
    description: "The reporter's id for the report.",
    examples: ["17358024910230114467"],
  }),
  reporter_email: TextOrNull("Null when absent.", "noreply-dmarc-support@google.com"),
  reporter_contact: TextOrNull("extra_contact_info; null when absent.", "https://support.google.com/a/answer/2466580"),
  errors: Type.Array(Type.String(), { description: "Errors that the reporter listed.", examples: [[]] }),
  generator: TextOrNull("Software of the reporter (RFC 9990).", null),
  version: TextOrNull("The version element.", "1.0"),
  namespace: Type.String({ description: "XML namespace; empty if absent.", examples: [""] }),
  policy_published: PolicyPublishedSchema,
  record_count: Type.Integer({ description: "Records that were read.", examples: [1] }),
  records_skipped: Type.Integer({ description: "Records that could not be read.", examples: [0] }),
  warnings: Type.Array(Type.Object({ code: Type.String(), path: Type.String(), count: Type.Integer() }), {
    description: "Irregularities that did not prevent reading.",
    examples: [[]],
  }),
  channel: Type.String({
    description: "How the report reached us: smtp, imap, folder, s3, upload or import.",
    example: "smtp",
  }),
  raw_url: TextOrNull(
    "Where the XML can be downloaded; null when it is not kept.",
    "/api/v1/reports/rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6/raw",
  ),
  records: Type.Array(RecordSchema),
});

/** What the ledger knows of a report. */
interface LedgerFacts extends Pick<ReportSummary, "reporterDomain" | "reporterSince"> {
  /** `null`: its XML is not kept. */
  readonly raw: object | null;
}

/** The report without its records, which are streamed. */
export function toReportDetail(report: ReportRow, { raw, reporterDomain, reporterSince }: LedgerFacts) {
  const { header, totals } = report;
  const { discoveryMethod, ...policy } = header.policyPublished;
  const begin = new Date(header.dateRange.begin * 1000);
  const end = new Date(header.dateRange.end * 1000);
  const reporter = { reporter: header.reporter, reporterDomain, reporterSince };
  const summary = { ...report, ...totals, ...reporter, begin, end };
  return {
    ...toReport(summary),
    reporter_report_id: header.reportId,
    reporter_email: header.email,
    reporter_contact: header.extraContactInfo,
    errors: header.errors,
    generator: header.generator,
    version: header.version,
    namespace: header.namespace,
    policy_published: { ...policy, discovery_method: discoveryMethod },
    record_count: totals.records,
    records_skipped: totals.recordsSkipped,
    warnings: report.warnings,
    channel: report.channel,
    raw_url: raw !== null ? `/api/v1/reports/${report.reportId}/raw` : null,
  };
}

export function toRecordDetail({ item: record, facts }: Sourced<ReportRecord>) {
  const { identifiers, authResults, policyEvaluated } = record;
  return {
    ...toSourceFacts(record.sourceIp, facts),
    count: record.count,
    dmarc_pass: isDmarcPass(policyEvaluated),
    policy_evaluated: policyEvaluated,
    identifiers: {
      header_from: identifiers.headerFrom,
      envelope_from: identifiers.envelopeFrom,
      envelope_to: identifiers.envelopeTo,
    },
    auth_results: {
      dkim: authResults.dkim.map(toRawResult),
      spf: authResults.spf.map(toRawResult),
    },
  };
}

function toRawResult<Result extends { humanResult: string }>({ humanResult, ...result }: Result) {
  return { ...result, human_result: humanResult };
}
