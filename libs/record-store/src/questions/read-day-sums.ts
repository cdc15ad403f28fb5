import type { Engine, QueryParams } from "../engine/engine.ts";
import { maintenanceSettings } from "../engine/read-settings.ts";
import { rowHash } from "../rows/rows-hash.ts";
import { toStoredDay } from "../rows/stored-values.ts";
import { notDeleted } from "./filter.ts";

/** Inclusive UTC days, `YYYY-MM-DD`. */
export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** SQL condition: all rows of the organization in the range, except those of deleted domains. */
export const inDayRange = `organization_id = {organizationId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date}
  AND ${notDeleted}`;

export function toDayRangeParams(organizationId: string, { firstDay, lastDay }: DayRange): QueryParams {
  return { organizationId, firstDay: toStoredDay(firstDay), lastDay: toStoredDay(lastDay) };
}

/** All rows of one organization and day, in both tables. */
export interface RowSums {
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Rows in `records`. */
  readonly rows: number;
  /** Rows in `reports`. */
  readonly reportRows: number;
  /** Sum of `count` over the records. */
  readonly messages: number;
  /** Sum of the hashes of all rows, modulo 2^64, as a signed number. */
  readonly hash: bigint;
}

/** The sums of each day that has rows. Reads every column of the range: about 0.4 µs of CPU a record. */
export async function readDaySums(engine: Engine, organizationId: string, range: DayRange): Promise<RowSums[]> {
  const params = toDayRangeParams(organizationId, range);
  const days = await engine.select<Omit<RowSums, "hash"> & { readonly hash: string }>(query, params);
  return days.map((found) => ({ ...found, hash: BigInt(found.hash) }));
}

const query = `SELECT storedDay AS day, sum(recordRows) AS rows, sum(headRows) AS reportRows,
  sum(recordMessages) AS messages, toString(sum(hashes)) AS hash
FROM (
  SELECT day AS storedDay, count() AS recordRows, 0 AS headRows, sum(count) AS recordMessages,
    sum(${rowHash.records}) AS hashes
  FROM records WHERE ${inDayRange} GROUP BY day
  UNION ALL
  SELECT day, 0, count(), 0, sum(${rowHash.reports}) FROM reports WHERE ${inDayRange} GROUP BY day
)
GROUP BY day ${maintenanceSettings}`;
