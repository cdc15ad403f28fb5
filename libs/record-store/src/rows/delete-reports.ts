import type { QueryParams, WritingEngine } from "../engine/engine.ts";
import { exactlyReports, toExactParams } from "./report-conditions.ts";
import type { ReportLocation } from "./report-row.ts";

export interface Deletion {
  readonly table: string;
  readonly where: string;
  readonly params: QueryParams;
}

/**
 * Deletes rows and waits until they are gone. The time depends on the number of parts of the whole table, for the
 * engine rewrites each part with such rows and copies all others. Without such rows it costs little.
 */
export async function deleteRows(engine: WritingEngine, { table, where, params }: Deletion): Promise<void> {
  const found = await engine.select(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, params);
  if (found.length === 0) return;
  await engine.command(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 2`, params);
}

/** Limits the parameters of one statement, which are sent in the request URL. */
const REPORTS_MAX = 500;

/**
 * Deletes the rows of reports, see {@link deleteRows}; without such rows it costs two queries per 500 reports.
 *
 * @param attemptMax rows of later attempts are kept; absent: every row is deleted
 */
export async function deleteReports(
  engine: WritingEngine,
  organizationId: string,
  { reports, attemptMax }: { readonly reports: readonly ReportLocation[]; readonly attemptMax?: bigint },
): Promise<void> {
  const where = attemptMax === undefined ? exactlyReports : `${exactlyReports} AND attempt <= {attemptMax:UInt64}`;
  for (let start = 0; start < reports.length; start += REPORTS_MAX) {
    const params = {
      ...toExactParams(organizationId, reports.slice(start, start + REPORTS_MAX)),
      ...(attemptMax !== undefined && { attemptMax: String(attemptMax) }),
    };
    await deleteRows(engine, { table: "records", where, params });
    await deleteRows(engine, { table: "reports", where, params });
  }
}
