import { expect, test } from "vitest";
import { addDays } from "../filter/period.ts";
import { type ChartDay, toBuckets, toTicks } from "./buckets.ts";

const toYear = (count: number, state: (index: number) => ChartDay["state"] = () => "complete"): ChartDay[] =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays("2026-01-01", index),
    passed: index,
    failed: 1,
    state: state(index),
  }));

test("up to 120 days are one bar each", () => {
  expect(toBuckets(toYear(120))).toHaveLength(120);
  expect(toBuckets(toYear(1))[0]).toMatchObject({ date: "2026-01-01", end: "2026-01-01" });
});

test.for([121, 365, 1000, 18_300])("%i days are whole weeks, at most 120 or so, with all their messages", (count) => {
  const days = toYear(count);
  const buckets = toBuckets(days);
  expect(buckets.length).toBeLessThanOrEqual(121);
  const sum = (items: readonly ChartDay[]) => items.reduce((total, { passed, failed }) => total + passed + failed, 0);
  expect(sum(buckets)).toBe(sum(days));
  expect(buckets.at(-1)?.end).toBe(days.at(-1)?.date);
  expect(buckets[0]?.date).toBe(days[0]?.date);
  for (const [index, bucket] of buckets.entries())
    if (index > 0) expect(bucket.date).toBe(addDays(buckets[index - 1]?.end ?? "", 1));
});

test.for([
  [["none", "none"], "none"],
  [["none", "pending"], "pending"],
  [["complete", "none"], "complete"],
  [["complete", "pending"], "partial"],
  [["partial", "complete"], "partial"],
] as const)("a bar of days that are %j is %s", ([states, expected]) => {
  // 126 days are weeks; the two states alternate.
  const buckets = toBuckets(toYear(126, (index) => states[index % 2] ?? "none"));
  expect(new Set(buckets.map(({ state }) => state))).toEqual(new Set([expected]));
});

test.for([0, 1, 3, 7, 9, 10, 44_504, 1_000_000, 123_456_789])("an axis for %d reaches it in few steps", (highest) => {
  const ticks = toTicks(highest);
  expect(ticks[0]).toBe(0);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.length).toBeLessThanOrEqual(6);
  for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true);
});
