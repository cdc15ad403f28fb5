import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { inReports, toReportsParams } from "./report-conditions.ts";
import type { ReportLocation } from "./report-row.ts";

/**
 * The content hashes of completely inserted reports by report id. A report without its own row has no entry: its records
 * may be of any content.
 *
 * @param reports at most 1,000: their ids are sent in the request URL
 */
export async function readContents(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await engine.select<{ reportId: string; contents: string[] }>(
    query,
    toReportsParams(organizationId, reports),
  );
  return new Map(rows.map(({ reportId, contents }) => [reportId, contents]));
}

const query = `SELECT report_id AS reportId, groupUniqArray(content_hash) AS contents FROM reports
WHERE ${inReports} GROUP BY report_id ${readSettings}`;
