import type { ReportRecord } from "@ruaflow/dmarc";
import { toAddressText } from "./source-page.ts";

/** A row of `records` without what its report's row says. */
export interface RecordRow {
  readonly ordinal: number;
  readonly source_ip: string;
  readonly count: number;
  readonly disposition: string;
  readonly dkim_alignment: string;
  readonly spf_alignment: string;
  readonly header_from: string;
  readonly envelope_from: string | null;
  readonly envelope_to: string | null;
  readonly reason_types: readonly string[];
  readonly reason_comments: readonly string[];
  readonly dkim_domains: readonly string[];
  readonly dkim_selectors: readonly string[];
  readonly dkim_results: readonly string[];
  readonly dkim_human_results: readonly string[];
  readonly spf_domains: readonly string[];
  readonly spf_scopes: readonly string[];
  readonly spf_results: readonly string[];
  readonly spf_human_results: readonly string[];
}

export function toRecord(row: RecordRow): ReportRecord {
  const reasons = row.reason_types.map((type, index) => ({ type, comment: row.reason_comments[index] ?? "" }));
  return {
    ordinal: row.ordinal,
    sourceIp: toAddressText(row.source_ip),
    count: row.count,
    policyEvaluated: { disposition: row.disposition, dkim: row.dkim_alignment, spf: row.spf_alignment, reasons },
    identifiers: { headerFrom: row.header_from, envelopeFrom: row.envelope_from, envelopeTo: row.envelope_to },
    authResults: toAuthResults(row),
  };
}

function toAuthResults(row: RecordRow): ReportRecord["authResults"] {
  return {
    dkim: row.dkim_domains.map((domain, index) => ({
      domain,
      selector: row.dkim_selectors[index] ?? "",
      result: row.dkim_results[index] ?? "",
      humanResult: row.dkim_human_results[index] ?? "",
    })),
    spf: row.spf_domains.map((domain, index) => ({
      domain,
      scope: row.spf_scopes[index] ?? "",
      result: row.spf_results[index] ?? "",
      humanResult: row.spf_human_results[index] ?? "",
    })),
  };
}
