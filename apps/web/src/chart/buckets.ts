import { addDays } from "../filter/period.ts";

/** A day as the API sums it. */
export interface ChartDay {
  /** UTC day. */
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  /** `pending`: its reports have not come in yet; `none`: no report came, and none is expected. */
  readonly state: "complete" | "partial" | "none" | "pending";
  /** Messages of each series; absent: those that passed and those that failed. */
  readonly parts?: readonly number[];
}

/** One bar: a day, or some weeks of a long period. */
export interface Bucket extends ChartDay {
  /** Its last day. */
  readonly end: string;
  readonly parts: readonly number[];
  /** How many days it has. */
  readonly days: number;
  /** True if it has fewer days than the other bars. */
  readonly isShort: boolean;
}

/** More bars would be thinner than a line. */
const BARS_MAX = 120;
const WEEK = 7;

/** The days of each bar of a period: one, or those of whole weeks. */
function toBarDays(days: number): number {
  return days <= BARS_MAX ? 1 : Math.max(WEEK, Math.ceil(days / BARS_MAX / WEEK) * WEEK);
}

/** What a bar stands for: "day", "week" or "2 weeks". */
export function nameBar(days: number): string {
  const weeks = toBarDays(days) / WEEK;
  if (weeks < 1) return "day";
  return weeks === 1 ? "week" : `${weeks} weeks`;
}

/** Days as bars: each day, or weeks if there are too many days. A week is complete if each of its days is. */
export function toBuckets(days: readonly ChartDay[]): Bucket[] {
  const size = toBarDays(days.length);
  const buckets: Bucket[] = [];
  // From the end, so that only the first bar can be shorter.
  for (let end = days.length; end > 0; end -= size)
    buckets.unshift(toBucket(days.slice(Math.max(0, end - size), end), size));
  return buckets;
}

function toBucket(days: readonly ChartDay[], size: number): Bucket {
  const date = days[0]?.date ?? "";
  const has = (state: ChartDay["state"]) => days.some((day) => day.state === state);
  const isEmpty = !has("complete") && !has("partial");
  const rows = days.map(toParts);
  return {
    date,
    end: addDays(date, days.length - 1),
    passed: days.reduce((sum, day) => sum + day.passed, 0),
    failed: days.reduce((sum, day) => sum + day.failed, 0),
    parts: (rows[0] ?? []).map((_, index) => rows.reduce((sum, parts) => sum + (parts[index] ?? 0), 0)),
    state: isEmpty ? (has("pending") ? "pending" : "none") : has("partial") || has("pending") ? "partial" : "complete",
    days: days.length,
    isShort: days.length < size,
  };
}

function toParts({ parts, passed, failed }: ChartDay): readonly number[] {
  return parts ?? [passed, failed];
}

/** Round values for an axis from 0 to at least `highest`, at most five. */
export function toTicks(highest: number): number[] {
  const raw = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  // Messages are whole.
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power).filter(Number.isInteger);
  const step = steps.find((each) => each >= raw) ?? 1;
  const count = Math.ceil(Math.max(1, highest) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
