import type { ReportSummary } from "@ruaflow/metadata-store/reports";
import type { ReportRow } from "@ruaflow/record-store/rows";
import { channels, isDmarcPass, type ReportRecord } from "@ruaflow/report";
import { recordForms } from "@ruaflow/report/fields";
import { toAlternatives } from "@ruaflow/runtime/text";
import type { Sourced } from "@ruaflow/verdicts/facts";
import { Type } from "typebox";
import { ReportSchema, toReport } from "../list/report-schema.ts";
import { toNested } from "../nested-fields.ts";
import { AddedFactsSchema, SourceFactsSchema, toSourceFacts } from "../sources/source-schema.ts";

const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
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

/** What a record has in objects of its own; the rest stands beside them. */
const nested = toNested(
  recordForms
    .flatMap(({ fields }, index) => fields.map((field) => ({ ...field, form: index + 1 })))
    .filter(({ path }) => path?.includes("/")),
);

export const RecordSchema = Type.Object({
  ...SourceFactsSchema,
  count: Type.Integer({ description: "Messages.", examples: [24] }),
  dmarc_pass: Type.Boolean(),
  ...nested.schema,
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
    description: `How the report reached us: ${toAlternatives(channels)}.`,
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
  /** The name of its domain. */
  readonly domain: string;
  /** `null`: its XML is not kept. */
  readonly raw: object | null;
}

/** The report without its records, which are streamed. */
export function toReportDetail(report: ReportRow, { raw, reporterDomain, reporterSince, domain }: LedgerFacts) {
  const { header, totals } = report;
  const { discoveryMethod, ...policy } = header.policyPublished;
  const begin = new Date(header.dateRange.begin * 1000);
  const end = new Date(header.dateRange.end * 1000);
  const reporter = { reporter: header.reporter, reporterDomain, reporterSince };
  const named = { domain, policy: policy.p };
  const summary = { ...report, ...totals, ...reporter, ...named, begin, end };
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
  return {
    ...toSourceFacts(record.sourceIp, facts),
    count: record.count,
    dmarc_pass: isDmarcPass(record.policyEvaluated),
    ...nested.write(record),
  };
}
