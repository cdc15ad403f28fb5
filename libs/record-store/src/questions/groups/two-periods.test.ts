import { expect, test } from "vitest";
import { toCompared, toSpan } from "./two-periods.ts";

const period = { startDate: "2026-10-10", endDate: "2026-10-19" };

test.for([
  [{ previousStart: "2026-09-30" }, "2026-09-30", "2026-10-19"],
  [{ previousStart: "2026-01-01", previousEnd: "2026-01-05" }, "2026-01-01", "2026-10-19"],
  [{ previousStart: "2026-11-01", previousEnd: "2026-11-05" }, "2026-10-10", "2026-11-05"],
] as const)("the period and %j span %s to %s", ([other, startDate, endDate]) => {
  expect(toSpan({ ...period, ...other })).toEqual({ startDate, endDate });
});

test("the other period ends on the day before this one unless it says otherwise; the days between are left out", () => {
  const { params } = toCompared({ ...period, previousStart: "2026-09-30" });
  expect(Object.keys(params)).toEqual(["currentStart", "currentEnd", "previousStart", "previousEnd"]);
  expect(params).toEqual(toCompared({ ...period, previousStart: "2026-09-30", previousEnd: "2026-10-09" }).params);
  const { sql } = toCompared({ ...period, previousStart: "2026-01-01", previousEnd: "2026-01-05" });
  expect(sql).toContain("OR day BETWEEN {previousStart:Date} AND {previousEnd:Date}");
});
