import type { Engine } from "../engine/engine.ts";
import { maintenanceSettings } from "./read-settings.ts";

/** Rows of one report, as both tables have them. */
export interface ReportSums {
  readonly reportId: string;
  /** UTC day under which its rows are stored, `YYYY-MM-DD`. */
  readonly day: string;
  /** Rows in `records`, surplus ones included. */
  readonly rows: number;
  /** Ordinals present: fewer than `rows` when some are there more than once. */
  readonly ordinals: number;
  /** Sum of `count` over all rows. */
  readonly messages: number;
  /** Rows in `reports`; 1 when all is well. */
  readonly reportRows: number;
}

/** Some reports of one domain. */
export interface ReportRange {
  readonly domainId: string;
  /** Ids after this one; all from the first on when it is empty. */
  readonly afterReportId: string;
  /** The last id; without end when it is `null`. */
  readonly lastReportId: string | null;
}

/** What is stored of a domain's reports, ordered by report id. A report without any row has no entry. */
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
