import type { Engine } from "../engine/engine.ts";
import { deleteRows } from "./delete-rows.ts";
import type { ReportLocation } from "./report-row.ts";
import { exactlyReports, toExactParams } from "./some-reports.ts";

/** Limits the parameters of one statement, which are sent in the request URL. */
const REPORTS_MAX = 500;

/**
 * Deletes the rows of reports, see {@link deleteRows}; without such rows it costs two queries per 500 reports.
 *
 * @param attemptMax rows of later attempts are kept; absent: every row is deleted
 */
export async function deleteReports(
  engine: Engine,
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
