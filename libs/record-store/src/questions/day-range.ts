import type { QueryParams } from "../engine/engine.ts";
import { toStoredDay } from "../rows/stored-day.ts";
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
