import type { AlertFacts } from "@ruaflow/metadata-store/watch";
import type { DayCounts } from "@ruaflow/record-store/questions";

/** The result of evaluating a rule, whether or not its threshold is crossed. */
export interface Finding extends AlertFacts {
  readonly isCrossed: boolean;
}

const DAY_MS = 86_400_000;

/** The UTC day `daysBefore` days before a time, `YYYY-MM-DD`. */
export function toDay(time: Date, daysBefore = 0): string {
  return new Date(time.getTime() - daysBefore * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of the latest days that are all bad, without those that have no mail; `null`: none is. */
export function findFirstDay(days: readonly DayCounts[], isBad: (counts: DayCounts) => boolean): string | null {
  const newestFirst = days.filter(({ messages }) => messages > 0).toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const begin = newestFirst.findIndex(isBad);
  if (begin === -1) return null;
  const last = newestFirst.slice(begin);
  const end = last.findIndex((counts) => !isBad(counts));
  return (end === -1 ? last : last.slice(0, end)).at(-1)?.day ?? null;
}

export function countFailures({ messages, passed }: DayCounts): number {
  return messages - passed;
}

/** Formats a number for people: 12,345. */
export function toText(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 1 });
}

export function toDaysText(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
