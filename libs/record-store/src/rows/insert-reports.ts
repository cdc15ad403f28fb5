import type { Engine } from "../engine/engine.ts";
import { encodeJson } from "./encode-json.ts";
import { insertLines } from "./insert-lines.ts";
import type { ReportRow } from "./report-row.ts";
import { toStoredDay } from "./stored-day.ts";

/** Stores rows of `reports`, under the same terms as the records. */
export async function insertReports(engine: Engine, rows: readonly ReportRow[]): Promise<void> {
  const values = rows.map(toValues);
  const [first] = values;
  if (!first) return;
  const lines = values.map((row) => encodeJson(Object.values(row)));
  await insertLines(engine, { table: "reports", columns: Object.keys(first) }, lines);
}

function toValues(row: ReportRow): Record<string, unknown> {
  return {
    organization_id: row.organizationId,
    domain_id: row.domainId,
    day: toStoredDay(row.day),
    report_id: row.reportId,
    attempt: row.attempt,
    ...toHeaderValues(row.header),
    ...toPolicyValues(row.header.policyPublished),
    ...toTotalValues(row),
    received_at: Math.floor(row.receivedAt.getTime() / 1000),
    channel: row.channel,
    submission_id: row.submissionId,
    content_hash: row.contentHash,
  };
}

function toHeaderValues(header: ReportRow["header"]): Record<string, unknown> {
  return {
    reporter: header.reporter,
    email: header.email,
    extra_contact_info: header.extraContactInfo,
    reporter_report_id: header.reportId,
    period_begin: header.dateRange.begin,
    period_end: header.dateRange.end,
    errors: header.errors,
    version: header.version,
    namespace: header.namespace,
    generator: header.generator,
  };
}

function toPolicyValues(policy: ReportRow["header"]["policyPublished"]): Record<string, unknown> {
  return {
    policy_domain: policy.domain,
    policy_p: policy.p,
    policy_sp: policy.sp,
    policy_np: policy.np,
    policy_adkim: policy.adkim,
    policy_aspf: policy.aspf,
    policy_pct: policy.pct,
    policy_fo: policy.fo,
    policy_testing: policy.testing,
    policy_discovery_method: policy.discoveryMethod,
  };
}

function toTotalValues({ totals, warnings }: ReportRow): Record<string, unknown> {
  return {
    records: totals.records,
    records_skipped: totals.recordsSkipped,
    messages: totals.messages,
    passed: totals.passed,
    failed: totals.messages - totals.passed,
    warning_codes: warnings.map((warning) => warning.code),
    warning_paths: warnings.map((warning) => warning.path),
    warning_counts: warnings.map((warning) => warning.count),
  };
}
