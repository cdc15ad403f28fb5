import { describeWarning } from "@ruaflow/dmarc/parse";
import type { ReportSummary } from "@ruaflow/metadata-store/reports";
import type { ReportRow } from "@ruaflow/record-store/rows";
import { channels, isDmarcPass, type ReportRecord } from "@ruaflow/report";
import { fieldForms, headerGroups } from "@ruaflow/report/fields";
import { toAlternatives } from "@ruaflow/runtime/text";
import type { Sourced } from "@ruaflow/verdicts/facts";
import { Type } from "typebox";
import { ReportSchema, toReport } from "../list/report-schema.ts";
import { toNested } from "../nested-fields.ts";
import { AddedFactsSchema, SourceFactsSchema, toSourceFacts } from "../sources/source-schema.ts";

const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const toFields = (of: "header" | "record") =>
  fieldForms.flatMap((form, index) => form[of].map((field) => ({ ...field, form: index + 1 })));

/** What a record has in objects of its own; the rest stands beside them. */
const nested = toNested(toFields("record").filter(({ path }) => path?.includes("/")));

/** Fields of the header that every list of reports has as well. */
const listed = /^reporter$|^dateRange\//;

const nestedHeader = toNested(
  toFields("header").filter(({ path }) => path === null || !listed.test(path)),
  headerGroups,
);

/** The first fields of the header in an answer, and their names there; the others follow under the names of the model. */
const headerNames = new Map([
  ["report_id", "reporter_report_id"],
  ["email", "reporter_email"],
  ["extra_contact_info", "reporter_contact"],
  ["errors", "errors"],
  ["generator", "generator"],
]);

const firstNames = [...headerNames.keys()];

function rename<Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> {
  const toRank = (key: string) => (headerNames.has(key) ? firstNames.indexOf(key) : firstNames.length);
  const ordered = Object.entries(fields).sort(([one], [other]) => toRank(one) - toRank(other));
  return Object.fromEntries(ordered.map(([key, value]) => [headerNames.get(key) ?? key, value]));
}

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
  ...rename(nestedHeader.schema),
  record_count: Type.Integer({ description: "Records that were read.", examples: [1] }),
  records_skipped: Type.Integer({ description: "Records that could not be read.", examples: [0] }),
  warnings: Type.Array(
    Type.Object({
      code: Type.String(),
      explanation: Type.String({ description: "In sentences for people." }),
      path: Type.String(),
      count: Type.Integer(),
    }),
    { description: "Irregularities that did not prevent reading.", examples: [[]] },
  ),
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
  const begin = new Date(header.dateRange.begin * 1000);
  const end = new Date(header.dateRange.end * 1000);
  const reporter = { reporter: header.reporter, reporterDomain, reporterSince };
  const named = { domain, policy: header.policyPublished.p };
  const summary = { ...report, ...totals, ...reporter, ...named, begin, end };
  return {
    ...toReport(summary),
    ...rename(nestedHeader.write(header)),
    record_count: totals.records,
    records_skipped: totals.recordsSkipped,
    warnings: report.warnings.map((warning) => ({ ...warning, explanation: describeWarning(warning.code) })),
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
