import { toStoredDay } from "../../rows/stored-values.ts";
import type { Condition } from "../condition.ts";
import type { Filter } from "../filter.ts";

/** A filter's period and another one that it is compared with; they do not overlap. */
export interface ComparedPeriods extends Pick<Filter, "startDate" | "endDate"> {
  /** First UTC day of the other period. */
  readonly previousStart: string;
  /** Its last UTC day; absent: the day before this period. */
  readonly previousEnd?: string;
}

/** SQL, of a row: it is in the filter's period and not in the other one. */
export const isCurrentDay = "day BETWEEN {currentStart:Date} AND {currentEnd:Date}";

const DAY_MS = 86_400_000;

/** The days from the first of both periods to the last: what the filter has to select. */
export function toSpan(periods: ComparedPeriods): { readonly startDate: string; readonly endDate: string } {
  const { startDate, endDate, previousStart, previousEnd = endDate } = periods;
  return previousStart < startDate ? { startDate: previousStart, endDate } : { startDate, endDate: previousEnd };
}

/** Leaves out the days between the periods. */
export function toCompared({ startDate, endDate, previousStart, previousEnd }: ComparedPeriods): Condition {
  const dayBefore = new Date(Date.parse(startDate) - DAY_MS).toISOString().slice(0, 10);
  const days = { currentStart: startDate, currentEnd: endDate, previousStart, previousEnd: previousEnd ?? dayBefore };
  return {
    sql: `(${isCurrentDay} OR day BETWEEN {previousStart:Date} AND {previousEnd:Date})`,
    params: Object.fromEntries(Object.entries(days).map(([name, day]) => [name, toStoredDay(day)])),
  };
}
