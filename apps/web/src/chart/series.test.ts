import { expect, test } from "vitest";
import type { ChartDay } from "./buckets.ts";
import { stack } from "./series.ts";

const days: readonly ChartDay[] = [
  { date: "2026-11-01", passed: 8, failed: 2, state: "complete" },
  { date: "2026-11-02", passed: 5, failed: 0, state: "partial" },
];

test("each bar stays as high as its day: what no series counts is one more", () => {
  const stacked = stack(days, [{ name: "reject", tone: "bad", daily: [2, 1] }], "other");
  expect(stacked.series.map(({ name }) => name)).toEqual(["reject", "other"]);
  expect(stacked.days.map(({ parts }) => parts)).toEqual([
    [2, 8],
    [1, 4],
  ]);
});

test("series without messages and an empty rest are left out", () => {
  const all = [
    { name: "compliant", tone: "good", daily: [10, 5] },
    { name: "spoofed", tone: "bad", daily: [0, 0] },
  ] as const;
  expect(stack(days, all, "not judged yet").series).toEqual([{ name: "compliant", tone: "good" }]);
});

test("mail that came between two answers makes no bar negative", () => {
  const { days: stacked } = stack(days, [{ name: "none", tone: "one", daily: [12, 5] }], "other");
  expect(stacked.map(({ parts }) => parts)).toEqual([[12], [5]]);
});
