import type { Engine } from "../engine/engine.ts";
import { maintenanceSettings } from "./read-settings.ts";

/** The rows of one report in both tables. */
export interface ReportSums {
  readonly reportId: string;
  /** UTC day under which its rows are stored, `YYYY-MM-DD`. */
  readonly day: string;
  /** Rows in `records`, duplicates included. */
  readonly rows: number;
  /** Distinct ordinals: fewer than `rows` when some rows are duplicates. */
  readonly ordinals: number;
  /** Sum of `count` over all rows. */
  readonly messages: number;
  /** Rows in `reports`; 1 for an intact report. */
  readonly reportRows: number;
}

/** Some reports of one domain. */
export interface ReportRange {
  readonly domainId: string;
  /** Ids after this one; empty: from the first id on. */
  readonly afterReportId: string;
  /** The last id; `null`: no upper limit. */
  readonly lastReportId: string | null;
}

/** The stored rows of a domain's reports, ordered by report id. A report without rows has no entry. */
export function readReportSums(engine: Engine, organizationId: string, range: ReportRange): Promise<ReportSums[]> {
  const { domainId, afterReportId, lastReportId } = range;
  const hasEnd = lastReportId !== null;
  return engine.select<ReportSums>(toQuery(hasEnd), {
    organizationId,
    domainId,
    afterReportId,
    ...(hasEnd && { lastReportId }),
  });
}

function toQuery(hasEnd: boolean): string {
  const where = `WHERE organization_id = {organizationId:String} AND domain_id = {domainId:String}
    AND report_id > {afterReportId:String}${hasEnd ? " AND report_id <= {lastReportId:String}" : ""}`;
  return `SELECT reportId, any(storedDay) AS day, sum(recordRows) AS rows, sum(distinctOrdinals) AS ordinals,
  sum(recordMessages) AS messages, sum(headRows) AS reportRows
FROM (
  SELECT report_id AS reportId, day AS storedDay, count() AS recordRows, uniqExact(ordinal) AS distinctOrdinals,
    sum(count) AS recordMessages, 0 AS headRows
  FROM records ${where} GROUP BY report_id, day
  UNION ALL
  SELECT report_id, day, 0, 0, 0, count() FROM reports ${where} GROUP BY report_id, day
)
GROUP BY reportId ORDER BY reportId ${maintenanceSettings}`;
}
