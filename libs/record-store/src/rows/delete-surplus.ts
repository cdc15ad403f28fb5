import type { QueryParams, WritingEngine } from "../engine/engine.ts";
import { deleteRows } from "./delete-reports.ts";
import { insertSettings } from "./insert-lines.ts";
import { inReports, toReportsParams } from "./report-conditions.ts";
import type { ReportLocation } from "./report-row.ts";

// Limits the parameters of one statement, which are sent in the request URL.
const REPORTS_MAX = 500;

/** A table and the columns that identify its rows, without the attempt. */
interface Rows {
  readonly table: "records" | "reports";
  readonly identity: string;
}

const kinds: readonly Rows[] = [
  { table: "records", identity: "report_id, ordinal" },
  { table: "reports", identity: "report_id" },
];

/**
 * Deletes duplicate rows of reports. Of each ordinal, and of a report's own row, one row of the greatest attempt is
 * kept. At no time is the last copy missing, so it may be repeated after a crash at any point. For repairs only: it
 * takes seconds to minutes, see {@link deleteRows}, for any number of reports; without duplicates it changes nothing.
 *
 * @param attempt a new number of the ledger, greater than those of all rows, for copies of one attempt
 */
export async function deleteSurplus(
  engine: WritingEngine,
  organizationId: string,
  { reports, attempt }: { readonly reports: readonly ReportLocation[]; readonly attempt: bigint },
): Promise<void> {
  for (let start = 0; start < reports.length; start += REPORTS_MAX) {
    const some = reports.slice(start, start + REPORTS_MAX);
    const params = { ...toReportsParams(organizationId, some), attempt: String(attempt) };
    for (const rows of kinds) {
      await separateCopies(engine, rows, params);
      await deleteRows(engine, { table: rows.table, where: isSurplus(rows), params });
    }
  }
}

/** Writes rows with equal attempts once more under the new attempt, so that the others can be deleted. */
async function separateCopies(engine: WritingEngine, rows: Rows, params: QueryParams): Promise<void> {
  const { table, identity } = rows;
  const identical = `${inReports} AND (${identity}, attempt) IN (SELECT ${identity}, attempt FROM (${greatest(rows)}) WHERE copies > 1)`;
  const found = await engine.select(`SELECT 1 FROM ${table} WHERE ${identical} LIMIT 1`, params);
  if (found.length === 0) return;
  await engine.command(
    `INSERT INTO ${table} SETTINGS ${insertSettings}
     SELECT * REPLACE ({attempt:UInt64} AS attempt)
     FROM (SELECT * FROM ${table} WHERE ${identical} LIMIT 1 BY ${identity})`,
    params,
  );
}

function isSurplus(rows: Rows): string {
  return `${inReports} AND (${rows.identity}, attempt) NOT IN (SELECT ${rows.identity}, attempt FROM (${greatest(rows)}))`;
}

function greatest({ table, identity }: Rows): string {
  return `SELECT ${identity}, attempt, count() AS copies FROM ${table} WHERE ${inReports}
    GROUP BY ${identity}, attempt ORDER BY ${identity}, attempt DESC LIMIT 1 BY ${identity}`;
}
