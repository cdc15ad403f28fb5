const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

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

/**
 * The same moment in the reader's own time zone: "21:05", with its day where it is another one than in UTC. `null` where the two
 * are the same.
 *
 * @param timeZone default: that of the browser
 */
export function formatOwnTime(moment: string, timeZone?: string): string | null {
  const date = new Date(moment);
  const format = (options: Intl.DateTimeFormatOptions, zone: string | undefined) =>
    new Intl.DateTimeFormat("en", { ...options, ...(zone !== undefined && { timeZone: zone }) }).format(date);
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const dayOf = { day: "numeric", month: "short" } as const;
  const [own, ownDay] = [format(clock, timeZone), format(dayOf, timeZone)];
  const isSameDay = ownDay === format(dayOf, "UTC");
  if (isSameDay && own === format(clock, "UTC")) return null;
  return isSameDay ? own : `${ownDay}, ${own}`;
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
