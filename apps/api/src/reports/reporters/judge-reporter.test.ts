import { expect, test } from "vitest";
import { judgeReporter } from "./judge-reporter.ts";

const HOUR_S = 3600;
const lastEnd = new Date("2026-10-01T00:00:00Z");

const judge = (asOf: string, changes: Partial<Parameters<typeof judgeReporter>[0]> = {}) =>
  judgeReporter(
    { historyDays: 30, gapDays: 1, lastEnd, delay: { median: 6 * HOUR_S, p95: 9 * HOUR_S }, ...changes },
    new Date(asOf),
  );

test("a daily reporter is late a day, its usual delay and twelve hours after its last report's period", () => {
  const dueAt = new Date("2026-10-02T21:00:00Z");
  expect(judge("2026-10-02T21:00:00Z")).toEqual({ state: "reporting", dueAt });
  expect(judge("2026-10-02T21:00:01Z")).toEqual({ state: "late", dueAt });
});

test("it has stopped a week after that, and one that reports rarely after three of its gaps", () => {
  expect(judge("2026-10-08T21:00:00Z").state).toBe("late");
  expect(judge("2026-10-08T21:00:01Z").state).toBe("stopped");
  const weekly = { gapDays: 7 };
  expect(judge("2026-10-08T21:00:00Z", weekly).state).toBe("reporting");
  expect(judge("2026-10-22T21:00:00Z", weekly).state).toBe("late");
  expect(judge("2026-10-22T21:00:01Z", weekly).state).toBe("stopped");
});

test("reports of an imported past, which came months late, give a reporter 72 hours", () => {
  const imported = { delay: { median: 2000 * HOUR_S, p95: 4000 * HOUR_S } };
  expect(judge("2026-10-05T12:00:00Z", imported).dueAt).toEqual(new Date("2026-10-05T12:00:00Z"));
});

test("a reporter with reports of fewer than five days is occasional, however long ago", () => {
  expect(judge("2030-01-01T00:00:00Z", { historyDays: 4 })).toEqual({ state: "occasional", dueAt: null });
  expect(judge("2030-01-01T00:00:00Z", { historyDays: 5 }).state).toBe("stopped");
});
