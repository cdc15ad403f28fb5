import { expect, test } from "vitest";
import { addDays } from "../filter/period.ts";
import { toBuckets } from "./buckets.ts";
import { moveSelection, toBarAt, toRange, toSelectedDays } from "./selection.ts";

const toDays = (count: number) =>
  toBuckets(
    Array.from({ length: count }, (_, index) => ({
      date: addDays("2026-01-01", index),
      passed: 1,
      failed: 0,
      state: "complete" as const,
    })),
  );
const press = (key: string, shiftKey = false) => ({ key, shiftKey });

test("the first arrow chooses the newest bar, and further ones walk back from it", () => {
  const first = moveSelection(null, press("ArrowLeft"), 30);
  expect(first).toEqual({ anchor: 29, at: 29 });
  expect(moveSelection(first, press("ArrowLeft"), 30)).toEqual({ anchor: 28, at: 28 });
});

test("Shift extends the choice from where it began, in both directions", () => {
  const back = moveSelection({ anchor: 10, at: 10 }, press("PageDown", true), 30);
  expect(back).toEqual({ anchor: 10, at: 3 });
  expect(back && toRange(back)).toEqual([3, 10]);
  expect(moveSelection({ anchor: 10, at: 10 }, press("End", true), 30)).toEqual({ anchor: 10, at: 29 });
});

test.for([
  ["ArrowLeft", 0, 0],
  ["ArrowRight", 29, 29],
  ["PageUp", 27, 29],
  ["Home", 12, 0],
] as const)("%s from bar %i stays in the chart", ([key, at, expected]) => {
  expect(moveSelection({ anchor: at, at }, press(key), 30)?.at).toBe(expected);
});

test("other keys, and a chart without bars, choose nothing", () => {
  expect(moveSelection(null, press("Tab"), 30)).toBeNull();
  expect(moveSelection(null, press("ArrowLeft"), 0)).toBeNull();
});

test("the period is from the first day of the first bar to the last day of the last one, also of weeks", () => {
  expect(toSelectedDays(toDays(30), { anchor: 4, at: 2 })).toEqual({ start: "2026-01-03", end: "2026-01-05" });
  expect(toSelectedDays(toDays(126), { anchor: 0, at: 1 })).toEqual({ start: "2026-01-01", end: "2026-01-14" });
  expect(toSelectedDays([], { anchor: 0, at: 0 })).toBeNull();
});

test.for([
  [0, 0],
  [48, 0],
  [77, 2],
  [5_000, 9],
] as const)("a pointer at %i px is on bar %i, beside the bars on the nearest one", ([x, expected]) => {
  expect(toBarAt({ x, left: 48, step: 10, count: 10 })).toBe(expected);
});
