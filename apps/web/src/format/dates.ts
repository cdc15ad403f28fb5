const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
  timeZone: "UTC",
});
const local = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });

/** Nov 5, 2026: a UTC day */
export function formatDay(date: string): string {
  return day.format(new Date(date));
}

/** Nov 5 */
export function formatShortDay(date: string): string {
  return shortDay.format(new Date(date));
}

/** Nov 5, 2026, 13:04 UTC */
export function formatTime(moment: string): string {
  return `${time.format(new Date(moment))} UTC`;
}

/** The same moment in the reader's own time zone. */
export function formatLocalTime(moment: string): string {
  return local.format(new Date(moment));
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** 3 days ago */
export function formatAgo(moment: string, now: Date): string {
  const ms = Date.parse(moment) - now.getTime();
  const step = STEPS.find(([, length]) => Math.abs(ms) >= length);
  return step === undefined ? "just now" : relative.format(Math.trunc(ms / step[1]), step[0]);
}
