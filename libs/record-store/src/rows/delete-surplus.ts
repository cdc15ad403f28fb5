import type { Engine } from "../engine/engine.ts";
import { oneReport, toOneReportParams } from "./one-report.ts";
import type { ReportLocation } from "./report-row.ts";

/**
 * Deletes rows of a report that are there more than once and keeps, of each ordinal and of the report's own row, the one
 * of the greatest attempt. Rows that not even the attempt tells apart all go: read back and insert them again. Waits until
 * it is done; it rewrites whole parts, so it is for repairs only.
 */
export async function deleteSurplus(engine: Engine, organizationId: string, report: ReportLocation): Promise<void> {
  const params = toOneReportParams(organizationId, report);
  await engine.command(deleteAllBut("records", "ordinal"), params);
  await engine.command(deleteAllBut("reports", "report_id"), params);
}

function deleteAllBut(table: "records" | "reports", identity: "ordinal" | "report_id"): string {
  const attempts = `SELECT ${identity}, attempt, count() AS copies FROM ${table} WHERE ${oneReport}
    GROUP BY ${identity}, attempt ORDER BY ${identity}, attempt DESC LIMIT 1 BY ${identity}`;
  return `ALTER TABLE ${table} DELETE WHERE ${oneReport}
    AND (${identity}, attempt) NOT IN (SELECT ${identity}, attempt FROM (${attempts}) WHERE copies = 1)
    SETTINGS mutations_sync = 2`;
}
