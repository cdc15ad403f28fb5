import type { Engine } from "../engine/engine.ts";
import { deleteRows } from "./delete-rows.ts";
import type { ReportLocation } from "./report-row.ts";
import { inReports, toReportsParams } from "./some-reports.ts";

/** Deletes every row of a few reports, see {@link deleteRows}; without such rows it costs two queries. */
export async function deleteReports(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<void> {
  const params = toReportsParams(organizationId, reports);
  await deleteRows(engine, { table: "records", where: inReports, params });
  await deleteRows(engine, { table: "reports", where: inReports, params });
}
