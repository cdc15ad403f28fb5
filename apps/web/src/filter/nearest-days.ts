import { addDays, type Days } from "./period.ts";

/** Days that have reports; both `null` without any. */
export interface ReportedSpan {
  readonly earliest_day: string | null;
  readonly latest_day: string | null;
}

const SHOWN_DAYS = 30;

/** Up to 30 days with reports next to a period that is before or after all of them; `null` if it is neither. */
export function toNearestDays(
  { start, end }: Days,
  { earliest_day: first, latest_day: last }: ReportedSpan,
): Days | null {
  if (first === null || last === null) return null;
  if (last < start) return { start: later(first, addDays(last, 1 - SHOWN_DAYS)), end: last };
  return end < first ? { start: first, end: earlier(last, addDays(first, SHOWN_DAYS - 1)) } : null;
}

/** Days in this form sort as texts. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
