import { expect, test } from "vitest";
import { addDays } from "../filter/period.ts";
import { type ChartDay, nameBar, toBuckets, toTicks } from "./buckets.ts";

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

test.for([
  [30, "day"],
  [120, "day"],
  [121, "week"],
  [840, "week"],
  [841, "2 weeks"],
] as const)("a bar of %i days is called a %s", ([count, name]) => {
  expect(nameBar(count)).toBe(name);
});

test("a first bar with fewer days than a week is marked, and only that one", () => {
  const buckets = toBuckets(toYear(122));
  expect(buckets.map(({ isShort }) => isShort)).toEqual([true, ...Array.from({ length: 17 }, () => false)]);
  expect(buckets[0]).toMatchObject({ days: 3, date: "2026-01-01", end: "2026-01-03" });
  expect(toBuckets(toYear(126)).some(({ isShort }) => isShort)).toBe(false);
});

test("a week has the messages of each series of its days", () => {
  const days = toYear(126).map((day, index) => ({ ...day, parts: [index, 1, 2] }));
  const buckets = toBuckets(days);
  expect(buckets[0]?.parts).toEqual([0 + 1 + 2 + 3 + 4 + 5 + 6, 7, 14]);
});
