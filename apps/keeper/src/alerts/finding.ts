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
