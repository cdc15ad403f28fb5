import type { Engine } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { inReports, toReportsParams } from "../rows/report-conditions.ts";
import type { ReportLocation } from "../rows/report-row.ts";

/**
 * The policy (`p`) that each report states, by id; `null` where the report has none. A report without a row has no entry.
 *
 * @param reports at most 1,000: their ids are bound values
 */
export async function readPolicies(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<ReadonlyMap<string, string | null>> {
  if (reports.length === 0) return new Map();
  const query = `SELECT report_id AS reportId, policy_p AS policy FROM reports WHERE ${inReports}
    ORDER BY attempt DESC LIMIT 1 BY domain_id, day, report_id ${pageSettings}`;
  const rows = await engine.select<{ reportId: string; policy: string | null }>(
    query,
    toReportsParams(organizationId, reports),
  );
  return new Map(rows.map(({ reportId, policy }) => [reportId, policy]));
}
