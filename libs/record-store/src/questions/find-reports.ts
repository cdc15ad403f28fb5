import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import type { ReportLocation } from "../rows/report-row.ts";
import { type Filter, toCondition } from "./filter.ts";

/** Finds the reports that contain at least one record of a filter, at most `limit`, in no particular order. */
export function findReports(
  engine: Engine,
  organizationId: string,
  { limit, ...filter }: Filter & { readonly limit: number },
): Promise<ReportLocation[]> {
  const { sql, params } = toCondition(organizationId, filter);
  const query = `SELECT DISTINCT domain_id AS domainId, day, report_id AS reportId FROM records WHERE ${sql}
    LIMIT {limit:UInt32} ${readSettings}`;
  return engine.select<ReportLocation>(query, { ...params, limit });
}
