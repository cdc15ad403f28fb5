import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { messageSums } from "./message-sums.ts";
import { inReports, toReportsParams } from "./report-conditions.ts";
import type { ReportLocation } from "./report-row.ts";

/** Messages of a report by their policy_evaluated results. */
export interface AlignedSums {
  readonly spfPassed: number;
  readonly dkimPassed: number;
}

/** Sums over the stored records of some reports, by report id; a report without records has no entry. */
export async function readAlignedSums(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<ReadonlyMap<string, AlignedSums>> {
  const query = `SELECT report_id AS reportId, ${messageSums} FROM records WHERE ${inReports}
    GROUP BY report_id ${readSettings}`;
  const rows = await engine.select<AlignedSums & { reportId: string }>(query, toReportsParams(organizationId, reports));
  return new Map(rows.map(({ reportId, spfPassed, dkimPassed }) => [reportId, { spfPassed, dkimPassed }]));
}
