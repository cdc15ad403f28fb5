const DAY_MS = 86_400_000;
/** A period has at least these days, and begins and ends up to so many days earlier or later than another one. */
const DAYS_MIN = 30;
const SHIFTS = 30;

/** Periods of 30 to 89 days up to `lastDay`: the first 900 numbers have one each. */
export function toPeriod(lastDay: string, number: number): { readonly start_date: string; readonly end_date: string } {
  const last = Date.parse(lastDay);
  const end = last - (number % SHIFTS) * DAY_MS;
  const start = last - (SHIFTS - 1 + DAYS_MIN - 1 + (Math.floor(number / SHIFTS) % SHIFTS)) * DAY_MS;
  return { start_date: toDay(start), end_date: toDay(end) };
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
