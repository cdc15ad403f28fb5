import type { ChartDay } from "./buckets.ts";

/** One of the parts that bars are stacked of. */
export interface Series {
  readonly name: string;
  /** Its colour, as the style sheet names it. */
  readonly tone: Tone;
}

export type Tone = "good" | "bad" | "warn" | "one" | "two" | "three" | "four" | "five" | "six" | "rest";

/** How bars are stacked if nothing else is chosen. */
export const RESULTS: readonly Series[] = [
  { name: "passed", tone: "good" },
  { name: "failed", tone: "bad" },
];

/** A series with its messages of each day, in the order of the days. */
export interface DailySeries extends Series {
  readonly daily: readonly number[];
}

interface Stacked {
  readonly series: readonly Series[];
  readonly days: readonly ChartDay[];
}

/**
 * Days with the messages of each series. What no series counts becomes one more, so that each bar stays as high as its day has
 * messages. Series without messages are left out.
 */
export function stack(days: readonly ChartDay[], all: readonly DailySeries[], restName: string): Stacked {
  const given = all.filter(({ daily }) => daily.some((count) => count > 0));
  const rest = days.map(({ passed, failed }, index) =>
    Math.max(0, passed + failed - given.reduce((sum, { daily }) => sum + (daily[index] ?? 0), 0)),
  );
  const hasRest = rest.some((count) => count > 0);
  const shown = hasRest ? [...given, { name: restName, tone: "rest" as const, daily: rest }] : given;
  return {
    series: shown.map(({ name, tone }) => ({ name, tone })),
    days: days.map((day, index) => ({ ...day, parts: shown.map(({ daily }) => daily[index] ?? 0) })),
  };
}
