import { type Engine, toOwnerParams } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { inOwnedReports, reportOwnerColumns, reportOwnerNames, toReportOwner } from "../rows/report-conditions.ts";
import type { ReportLocation } from "../rows/report-row.ts";

const query = `SELECT ${reportOwnerColumns}, day, policy_p AS policy FROM reports WHERE ${inOwnedReports}
  ORDER BY attempt DESC LIMIT 1 BY ${reportOwnerNames} ${pageSettings}`;

interface PolicyRow {
  readonly reportId: string;
  readonly policy: string | null;
}

/**
 * Reads the policy (`p`) that each report of a page states, by id; `null` where the report has none. A report without a row has no
 * entry. A page has at most 1,000 reports.
 */
export async function readPolicies(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<ReadonlyMap<string, string | null>> {
  if (reports.length === 0) return new Map();
  const owners = reports.map((report) => toReportOwner(organizationId, report));
  const rows = await engine.select<PolicyRow>(query, toOwnerParams(owners), owners);
  return new Map(rows.map(({ reportId, policy }) => [reportId, policy]));
}
