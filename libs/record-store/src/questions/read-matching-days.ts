import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { messageSums } from "../rows/message-sums.ts";
import { type Filter, toCondition } from "./filter.ts";

/** The messages of one UTC day that fit a filter. */
export interface MatchingDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Reports with at least one such record. A report belongs to one day. */
  readonly reports: number;
  readonly messages: number;
  readonly passed: number;
  readonly spfPassed: number;
  readonly dkimPassed: number;
}

/** Reads each day of a filter that has matching records, in order. Reads the records themselves. */
export function readMatchingDays(engine: Engine, organizationId: string, filter: Filter): Promise<MatchingDay[]> {
  const { sql, params } = toCondition(organizationId, filter);
  const query = `SELECT day, uniqExact(report_id) AS reports, ${messageSums}
    FROM records WHERE ${sql} GROUP BY day ORDER BY day ${readSettings}`;
  return engine.select<MatchingDay>(query, params);
}
