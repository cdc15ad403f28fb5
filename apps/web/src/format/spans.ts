import { formatDay, formatShortDay, formatTime } from "./dates.ts";

const DAY_MS = 86_400_000;

/** A period of a report: its UTC day if it is one, its days if they are whole, else its moments. */
export function formatSpan(begin: string, end: string): string {
  // Most reporters state the last second of the day.
  const after = Date.parse(end) + (end.endsWith("59.000Z") ? 1000 : 0);
  const isWhole = Date.parse(begin) % DAY_MS === 0 && after % DAY_MS === 0 && after > Date.parse(begin);
  if (!isWhole) return `${formatTime(begin)} – ${formatTime(end)}`;
  const last = new Date(after - 1).toISOString();
  return begin.slice(0, 10) === last.slice(0, 10) ? formatDay(begin) : `${formatShortDay(begin)} – ${formatDay(last)}`;
}
