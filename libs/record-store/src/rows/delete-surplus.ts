import type { Engine } from "../engine/engine.ts";
import { deleteRows } from "./delete-rows.ts";
import type { ReportLocation } from "./report-row.ts";
import { inReports, toReportsParams } from "./some-reports.ts";

// Bounds the parameters of one statement, which travel in the address of a request.
const reportsMax = 500;

/**
 * Deletes rows of reports that are there more than once and keeps, of each ordinal and of a report's own row, the one of
 * the greatest attempt. Rows that not even the attempt tells apart all go: read back and insert them again. For repairs
 * only: it takes seconds to minutes, see {@link deleteRows}, however many the reports; without surplus it changes nothing.
 */
export async function deleteSurplus(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<void> {
  for (let start = 0; start < reports.length; start += reportsMax) {
    const params = toReportsParams(organizationId, reports.slice(start, start + reportsMax));
    await deleteRows(engine, { table: "records", where: isSurplus("records", "report_id, ordinal"), params });
    await deleteRows(engine, { table: "reports", where: isSurplus("reports", "report_id"), params });
  }
}

function isSurplus(table: "records" | "reports", identity: string): string {
  const greatest = `SELECT ${identity}, attempt, count() AS copies FROM ${table} WHERE ${inReports}
    GROUP BY ${identity}, attempt ORDER BY ${identity}, attempt DESC LIMIT 1 BY ${identity}`;
  return `${inReports} AND (${identity}, attempt) NOT IN (SELECT ${identity}, attempt FROM (${greatest}) WHERE copies = 1)`;
}
