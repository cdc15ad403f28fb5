import type { ReportRow } from "../rows/report-row.ts";

/** A row of `reports`; times in epoch seconds. */
export interface StoredReportRow {
  readonly organization_id: string;
  readonly domain_id: string;
  readonly day: string;
  readonly report_id: string;
  readonly attempt: number;
  readonly reporter: string;
  readonly email: string | null;
  readonly extra_contact_info: string | null;
  readonly reporter_report_id: string;
  readonly period_begin: number;
  readonly period_end: number;
  readonly errors: readonly string[];
  readonly version: string | null;
  readonly namespace: string;
  readonly generator: string | null;
  readonly policy_domain: string;
  readonly policy_p: string | null;
  readonly policy_sp: string | null;
  readonly policy_np: string | null;
  readonly policy_adkim: string | null;
  readonly policy_aspf: string | null;
  readonly policy_pct: string | null;
  readonly policy_fo: string | null;
  readonly policy_testing: string | null;
  readonly policy_discovery_method: string | null;
  readonly records: number;
  readonly records_skipped: number;
  readonly messages: number;
  readonly passed: number;
  readonly warning_codes: readonly string[];
  readonly warning_paths: readonly string[];
  readonly warning_counts: readonly number[];
  readonly received_at: number;
  readonly channel: string;
  readonly submission_id: string;
  readonly content_hash: string;
}

export function toReportRow(row: StoredReportRow): ReportRow {
  return {
    organizationId: row.organization_id,
    domainId: row.domain_id,
    day: row.day,
    reportId: row.report_id,
    attempt: row.attempt,
    header: toHeader(row),
    totals: {
      records: row.records,
      recordsSkipped: row.records_skipped,
      messages: row.messages,
      passed: row.passed,
    },
    warnings: row.warning_codes.map((code, index) => ({
      code,
      path: row.warning_paths[index] ?? "",
      count: row.warning_counts[index] ?? 0,
    })),
    receivedAt: new Date(row.received_at * 1000),
    channel: row.channel,
    submissionId: row.submission_id,
    contentHash: row.content_hash,
  };
}

function toHeader(row: StoredReportRow): ReportRow["header"] {
  return {
    reporter: row.reporter,
    email: row.email,
    extraContactInfo: row.extra_contact_info,
    reportId: row.reporter_report_id,
    dateRange: { begin: row.period_begin, end: row.period_end },
    errors: row.errors,
    version: row.version,
    namespace: row.namespace,
    generator: row.generator,
    policyPublished: {
      domain: row.policy_domain,
      p: row.policy_p,
      sp: row.policy_sp,
      np: row.policy_np,
      adkim: row.policy_adkim,
      aspf: row.policy_aspf,
      pct: row.policy_pct,
      fo: row.policy_fo,
      testing: row.policy_testing,
      discoveryMethod: row.policy_discovery_method,
    },
  };
}
