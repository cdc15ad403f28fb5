import { isDmarcPass, type ReportRecord } from "@ruaflow/dmarc";
import type { IpData } from "@ruaflow/ip-data";
import type { ReportRow } from "@ruaflow/record-store";
import { Type } from "typebox";
import { ReportSchema, toReport } from "./report-schema.ts";
import { SourceFacts, toSourceFacts } from "./source-schema.ts";

const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const absentOrEmpty = "As published; an empty text when the element was empty, null when it was absent.";

const PolicyPublishedSchema = Type.Object({
  domain: Type.String({ example: "example.com" }),
  p: TextOrNull(absentOrEmpty),
  sp: TextOrNull(absentOrEmpty),
  np: TextOrNull(absentOrEmpty),
  adkim: TextOrNull(absentOrEmpty),
  aspf: TextOrNull(absentOrEmpty),
  pct: TextOrNull(absentOrEmpty),
  fo: TextOrNull(absentOrEmpty),
  testing: TextOrNull(absentOrEmpty),
  discovery_method: TextOrNull(absentOrEmpty),
});

/** A record of a report. */
export const RecordSchema = Type.Object({
  ...SourceFacts,
  count: Type.Integer({ description: "Messages." }),
  dmarc_pass: Type.Boolean(),
  policy_evaluated: Type.Object({
    disposition: Type.String({ example: "none" }),
    dkim: Type.String({ description: "DKIM alignment result.", example: "pass" }),
    spf: Type.String({ description: "SPF alignment result.", example: "fail" }),
    reasons: Type.Array(Type.Object({ type: Type.String(), comment: Type.String() })),
  }),
  identifiers: Type.Object({
    header_from: Type.String(),
    envelope_from: TextOrNull("Null when absent, an empty text for the null sender."),
    envelope_to: TextOrNull("Null when absent."),
  }),
  auth_results: Type.Object({
    dkim: Type.Array(
      Type.Object({
        domain: Type.String(),
        selector: Type.String(),
        result: Type.String(),
        human_result: Type.String(),
      }),
    ),
    spf: Type.Array(
      Type.Object({ domain: Type.String(), scope: Type.String(), result: Type.String(), human_result: Type.String() }),
    ),
  }),
});

/** One report with everything its reporter said. */
export const ReportDetailSchema = Type.Object({
  ...ReportSchema.properties,
  reporter_report_id: Type.String({ description: "The id that the reporter gave it." }),
  reporter_email: TextOrNull("Null when absent."),
  reporter_contact: TextOrNull("extra_contact_info; null when absent."),
  errors: Type.Array(Type.String(), { description: "Problems the reporter met." }),
  generator: TextOrNull("Software of the reporter (RFC 9990)."),
  version: TextOrNull("The version element."),
  namespace: Type.String(),
  policy_published: PolicyPublishedSchema,
  record_count: Type.Integer(),
  records_skipped: Type.Integer({ description: "Records that could not be read." }),
  warnings: Type.Array(Type.Object({ code: Type.String(), path: Type.String(), count: Type.Integer() })),
  channel: Type.String({ description: "How the report reached us.", example: "mail" }),
  records: Type.Array(RecordSchema),
});

/** The report without its records, which are streamed. */
export function toReportDetail(report: ReportRow) {
  const { header, totals } = report;
  const { discoveryMethod, ...policy } = header.policyPublished;
  const begin = new Date(header.dateRange.begin * 1000);
  const end = new Date(header.dateRange.end * 1000);
  const summary = { ...report, ...totals, reporter: header.reporter, begin, end };
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
  };
}

export function toRecordDetail(record: ReportRecord, ipData: IpData) {
  const { identifiers, authResults, policyEvaluated } = record;
  return {
    ...toSourceFacts(ipData, record.sourceIp),
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
