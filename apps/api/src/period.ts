import { invalidAt } from "@ruaflow/http";
import { Type } from "typebox";

/** Days that an aggregate covers by default: today and the 29 days before it. */
export const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Longest period of an aggregate: fifty years. The response has an entry for each day. */
export const DAYS_MAX = 18_300;
/** Range of ClickHouse's type Date. */
export const FIRST_DAY = "1970-01-01";
export const LAST_DAY = "2149-06-06";

/** Query parameter for a calendar day in UTC. */
const Day = (description: string, example = "2026-10-01") =>
  Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description, example }));

export const PeriodQuery = {
  start_date: Day(
    "First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period.",
  ),
  end_date: Day("Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days."),
};

/** For the description of an operation with a default period. */
export const PERIOD_NOTE = "Without dates the [period](/docs/reports#periods) is the last 30 UTC days.";

export interface PeriodParameters {
  readonly start_date?: string;
  readonly end_date?: string;
}

/** Inclusive UTC days. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

/** The requested period, open where no start or end is given. */
export function readOpenPeriod(query: PeriodParameters): Period {
  const start = query.start_date;
  const end = query.end_date;
  if (start !== undefined) assertDay("start_date", start);
  if (end !== undefined) assertDay("end_date", end);
  if (start !== undefined && end !== undefined) assertOrder(start, end);
  return { startDate: start ?? FIRST_DAY, endDate: end ?? LAST_DAY };
}

/**
 * The requested period, by default the last 30 days up to `now`. A start alone covers the days up to today, an end
 * alone the 30 days up to it. At most 50 years.
 */
export function readPeriod(query: PeriodParameters, now: Date): Period {
  const given = readOpenPeriod(query);
  const endDate = query.end_date ? given.endDate : toDay(now.getTime());
  const startDate = query.start_date ? given.startDate : addDays(endDate, 1 - DEFAULT_DAYS);
  assertOrder(startDate, endDate);
  assertLength(startDate, endDate);
  return { startDate, endDate };
}

function assertDay(name: string, text: string): void {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isNaN(time) && toDay(time) === text && text >= FIRST_DAY && text <= LAST_DAY) return;
  throw invalidAt(`/query/${name}`, `is not a calendar day: "${text}"`);
}

function assertOrder(start: string, end: string): void {
  if (start <= end) return;
  throw invalidAt("/query/start_date", `is after end_date (${end})`);
}

function assertLength(start: string, end: string): void {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days > DAYS_MAX)
    throw invalidAt("/query/start_date", `makes the period ${days} days long; the maximum is ${DAYS_MAX}`);
}

/** Each day of a period, in order. */
export function listDays({ startDate, endDate }: Period): string[] {
  const first = Date.parse(startDate);
  const length = (Date.parse(endDate) - first) / DAY_MS + 1;
  return Array.from({ length }, (_, index) => toDay(first + index * DAY_MS));
}

/** The UTC day so many days after another; before it, if less than 0. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS);
}

/** Before the example of {@link PeriodQuery}: the examples of a request are valid together. */
const EARLIER = "2026-09-01";

/** The period to compare with, on routes that have changes. */
export const CompareQuery = {
  compare_start_date: Day(
    "First UTC day of the period to compare with, with compare_end_date. Without both: as many days just before; of days from the first of a month, the same days of the month before.",
    EARLIER,
  ),
  compare_end_date: Day("Last UTC day of the period to compare with. The two periods must not overlap.", EARLIER),
};

export interface CompareParameters {
  readonly compare_start_date?: string;
  readonly compare_end_date?: string;
}

/**
 * The period that a period is compared with: the one that is asked for, or the one before.
 * @throws {ProblemError} 400 if only one end is given, or the periods overlap
 */
export function readComparedPeriod(
  query: CompareParameters,
  { period, now }: { readonly period: Period; readonly now: Date },
): Period {
  const { compare_start_date: startDate, compare_end_date: endDate } = query;
  if (startDate === undefined && endDate === undefined) return toPreviousPeriod(period, now);
  if (startDate === undefined) throw invalidAt("/query/compare_start_date", "is missing beside compare_end_date");
  if (endDate === undefined) throw invalidAt("/query/compare_end_date", "is missing beside compare_start_date");
  assertDay("compare_start_date", startDate);
  assertDay("compare_end_date", endDate);
  if (startDate > endDate) throw invalidAt("/query/compare_start_date", `is after compare_end_date (${endDate})`);
  if (startDate <= period.endDate && endDate >= period.startDate)
    throw invalidAt("/query/compare_start_date", "overlaps the period itself");
  return { startDate, endDate };
}

/**
 * The days before a period, as many as it has; of days from the first of a month on, the same days of the month before. A month
 * that still runs has the days up to `now`.
 */
export function toPreviousPeriod(period: Period, now: Date): Period {
  const { startDate, endDate } = period;
  const today = toDay(now.getTime());
  if (startDate.endsWith("-01") && startDate.slice(0, 7) === endDate.slice(0, 7))
    return toMonthBefore({ startDate, endDate: startDate <= today && today < endDate ? today : endDate });
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return { startDate: toDay(start - (end - start) - DAY_MS), endDate: toDay(start - DAY_MS) };
}

/** A whole month is compared with a whole month. A day that the month before does not have is its last one. */
function toMonthBefore({ startDate, endDate }: Period): Period {
  const last = addDays(startDate, -1);
  const month = last.slice(0, 7);
  const isWhole = addDays(endDate, 1).endsWith("-01");
  const sameDay = `${month}-${endDate.slice(8)}`;
  return { startDate: `${month}-01`, endDate: isWhole || sameDay > last ? last : sameDay };
}

/** The UTC day of a time in milliseconds. */
export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
