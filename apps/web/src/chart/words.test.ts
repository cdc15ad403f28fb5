import { expect, test } from "vitest";
import { toBuckets } from "./buckets.ts";
import { RESULTS } from "./series.ts";
import { describeBars } from "./words.ts";

const buckets = toBuckets([
  { date: "2026-11-01", passed: 1200, failed: 300, state: "complete" },
  { date: "2026-11-02", passed: 500, failed: 0, state: "pending" },
]);

test("chosen bars are described with their days, the messages of each series and their common pass rate", () => {
  expect(describeBars(buckets, RESULTS)).toBe("Nov 1 – Nov 2, 2026: 1,700 passed, 300 failed; pass rate: 85.0 %");
});

test("a single bar also says what has come in; none says nothing", () => {
  expect(describeBars(buckets.slice(1), RESULTS)).toBe(
    "Nov 2, 2026: 500 passed, 0 failed; pass rate: 100.0 %; not come in yet",
  );
  expect(describeBars([], RESULTS)).toBe("");
});
