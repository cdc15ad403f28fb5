import { expect, test } from "vitest";
import { type CompareParameters, readComparedPeriod, toPreviousPeriod } from "./period.ts";

const now = new Date("2026-03-05T23:30:00Z");
const toPeriod = ([startDate, endDate]: readonly [string, string]) => ({ startDate, endDate });

test.for([
  ["other days: as many just before", ["2026-02-10", "2026-02-12"], ["2026-02-07", "2026-02-09"]],
  ["a month that runs: its days up to today", ["2026-03-01", "2026-03-31"], ["2026-02-01", "2026-02-05"]],
  ["its first days", ["2026-03-01", "2026-03-03"], ["2026-02-01", "2026-02-03"]],
  ["a whole month", ["2026-01-01", "2026-01-31"], ["2025-12-01", "2025-12-31"]],
  ["a month after a longer one", ["2026-02-01", "2026-02-28"], ["2026-01-01", "2026-01-31"]],
  ["days that the month before lacks", ["2025-03-01", "2025-03-30"], ["2025-02-01", "2025-02-28"]],
  ["a month to come", ["2026-05-01", "2026-05-31"], ["2026-04-01", "2026-04-30"]],
  ["two months: as many days", ["2026-01-01", "2026-02-28"], ["2025-11-03", "2025-12-31"]],
] as const)("%s: %j is compared with %j", ([, period, before]) => {
  expect(toPreviousPeriod(toPeriod(period), now)).toEqual(toPeriod(before));
});

const read = (query: CompareParameters) =>
  readComparedPeriod(query, { period: toPeriod(["2026-02-10", "2026-02-12"]), now });

test("any other period can be chosen, also a later one", () => {
  const chosen = (start: string, end: string) => read({ compare_start_date: start, compare_end_date: end });
  expect(chosen("2020-01-01", "2020-12-31")).toEqual(toPeriod(["2020-01-01", "2020-12-31"]));
  expect(chosen("2026-02-13", "2026-02-13")).toEqual(toPeriod(["2026-02-13", "2026-02-13"]));
});

test.for([
  [{ compare_start_date: "2026-01-01" }, "compare_end_date"],
  [{ compare_end_date: "2026-01-01" }, "compare_start_date"],
  [{ compare_start_date: "2026-02-30", compare_end_date: "2026-03-01" }, "compare_start_date"],
  [{ compare_start_date: "2026-01-02", compare_end_date: "2026-01-01" }, "is after"],
  [{ compare_start_date: "2026-02-12", compare_end_date: "2026-02-20" }, "overlaps"],
  [{ compare_start_date: "2026-01-01", compare_end_date: "2026-02-10" }, "overlaps"],
] as const)("%j is refused: it names %s", ([query, text]) => {
  expect(() => read(query)).toThrow(text);
});
