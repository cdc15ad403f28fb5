import { formatDay, formatShortDay } from "../format/dates.ts";
import { formatCount } from "../format/numbers.ts";
import { describeRate } from "../parts/figures.tsx";
import type { Bucket, ChartDay } from "./buckets.ts";
import type { Series } from "./series.ts";

const STATES: Readonly<Record<ChartDay["state"], string>> = {
  complete: "complete",
  partial: "still coming in",
  none: "no reports",
  pending: "not come in yet",
};

/** Nov 5, 2026, or Nov 1 – Nov 7, 2026 */
export function describeDays({ date, end }: { readonly date: string; readonly end: string }): string {
  return date === end ? formatDay(date) : `${formatShortDay(date)} – ${formatDay(end)}`;
}

/** What has come in of a bar. */
export function describeState({ state, days, isShort }: Bucket): string {
  return isShort ? `${STATES[state]}; part of a week: ${days} days` : STATES[state];
}

/** Some bars in one line: their days, the messages of each series, and the pass rate. */
export function describeBars(bars: readonly Bucket[], series: readonly Series[]): string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return "";
  const sum = (count: (bar: Bucket) => number) => bars.reduce((total, bar) => total + count(bar), 0);
  const counts = series.map(({ name }, index) => `${formatCount(sum(({ parts }) => parts[index] ?? 0))} ${name}`);
  const rate = describeRate({ passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) });
  const state = bars.length === 1 ? `; ${describeState(first)}` : "";
  return `${describeDays({ date: first.date, end: last.end })}: ${counts.join(", ")}; pass rate: ${rate}${state}`;
}
