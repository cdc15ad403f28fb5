import type { Engine } from "../engine/engine.ts";
import { deleteRows } from "./delete-rows.ts";
import { oneReport, toOneReportParams } from "./one-report.ts";
import type { ReportLocation } from "./report-row.ts";

/**
 * Deletes rows of a report that are there more than once and keeps, of each ordinal and of the report's own row, the one
 * of the greatest attempt. Rows that not even the attempt tells apart all go: read back and insert them again. For
 * repairs only: it takes seconds to minutes, see {@link deleteRows}; without surplus it changes nothing.
 */
export async function deleteSurplus(engine: Engine, organizationId: string, report: ReportLocation): Promise<void> {
  const params = toOneReportParams(organizationId, report);
  await deleteRows(engine, { table: "records", where: isSurplus("records", "ordinal"), params });
  await deleteRows(engine, { table: "reports", where: isSurplus("reports", "report_id"), params });
}

function isSurplus(table: "records" | "reports", identity: "ordinal" | "report_id"): string {
  const greatest = `SELECT ${identity}, attempt, count() AS copies FROM ${table} WHERE ${oneReport}
    GROUP BY ${identity}, attempt ORDER BY ${identity}, attempt DESC LIMIT 1 BY ${identity}`;
  return `${oneReport} AND (${identity}, attempt) NOT IN (SELECT ${identity}, attempt FROM (${greatest}) WHERE copies = 1)`;
}
