import { DescribedValues } from "@ruaflow/http/described-values";
import type { ReportSummary } from "@ruaflow/metadata-store/reports";
import type { Trust } from "@ruaflow/report";
import { Type } from "typebox";
import { toRate } from "../../rates.ts";

export const DateRangeSchema = Type.Object({
  begin: Type.String({ format: "date-time", example: "2026-10-01T00:00:00.000Z" }),
  end: Type.String({ format: "date-time", example: "2026-10-01T23:59:59.000Z" }),
});

/** Why a report is believed. */
export const TrustSchema = (description: string, example: Trust) =>
  DescribedValues<Trust>(
    {
      dmarc: "DMARC proves that the reporter sent the mail.",
      dkim: "A DKIM signature proves that the reporter sent the mail.",
      spf: "SPF proves that the reporter sent the mail.",
      none: "It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it.",
      upload: "The holder of an API key uploaded it.",
      import: "The operator imported it.",
    },
    { description, examples: [example] },
  );

export const ReportSchema = Type.Object(
  {
    id: Type.String({ example: "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6" }),
    domain_id: Type.String({ example: "dom_abc123" }),
    reporter: Type.String({ example: "google.com" }),
    date_range: DateRangeSchema,
    total_count: Type.Integer({ description: "Messages in the report.", examples: [1200] }),
    pass_count: Type.Integer({ description: "Messages that passed DMARC.", examples: [1176] }),
    fail_count: Type.Integer({ description: "Messages that failed DMARC.", examples: [24] }),
    pass_rate: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "Percent with one decimal; 0 without messages.",
      examples: [98],
    }),
    received_at: Type.String({ format: "date-time", examples: ["2026-10-02T04:11:09.512Z"] }),
    trust: TrustSchema("Why the report is trusted.", "dmarc"),
    trust_reason: Type.Union([Type.String(), Type.Null()], {
      description: "Why the sender is not proven, a stable code such as bad-signature; null unless trust is none.",
      examples: [null],
    }),
    reporter_domain: Type.Union([Type.String(), Type.Null()], {
      description:
        "The domain that is proven for the report's mail, and vouches for it: who the reporter is, whatever it calls itself. An organizational domain; null for uploads and imports, where nothing is proven, and for reports of releases before this one.",
      examples: ["google.com"],
    }),
    reporter_domain_since: Type.Union([Type.String({ format: "date" }), Type.Null()], {
      description:
        "The UTC day since when you get reports that count from this domain; null without one, or if none ever counted.",
      examples: ["2026-09-14"],
    }),
    domain: Type.Union([Type.String(), Type.Null()], {
      description: "The name of the domain; null when the domain is being deleted.",
      examples: ["example.com"],
    }),
    policy: Type.Union([Type.String(), Type.Null()], {
      description:
        "The policy (p) that the domain published, as the report states it, such as reject; null when the report states none, or while the store of records cannot be reached.",
      examples: ["reject"],
    }),
  },
  { $id: "Report", title: "Report" },
);

/** A report with what lists show besides its summary. */
export interface NamedReport extends ReportSummary {
  readonly domain: string | null;
  readonly policy: string | null;
}

export function toReport(report: NamedReport) {
  return {
    id: report.reportId,
    domain_id: report.domainId,
    reporter: report.reporter,
    date_range: toDateRange(report),
    total_count: report.messages,
    pass_count: report.passed,
    fail_count: report.messages - report.passed,
    pass_rate: toRate(report.passed, report.messages),
    received_at: report.receivedAt.toISOString(),
    trust: report.trust,
    trust_reason: report.trustReason,
    reporter_domain: report.reporterDomain,
    reporter_domain_since: report.reporterSince,
    domain: report.domain,
    policy: report.policy,
  };
}

export function toDateRange({ begin, end }: { begin: Date; end: Date }) {
  return { begin: begin.toISOString(), end: end.toISOString() };
}
