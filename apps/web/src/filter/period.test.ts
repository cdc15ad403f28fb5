import { expect, test } from "vitest";
import { readPeriod, toDays, toDaysBefore, writePeriod } from "./period.ts";

const now = new Date("2026-03-05T23:30:00Z");

test.for([
  [{}, "2026-02-04", "2026-03-05", "2026-01-05", "2026-02-03"],
  [{ days: "7" }, "2026-02-27", "2026-03-05", "2026-02-20", "2026-02-26"],
  [{ days: "1" }, "2026-03-05", "2026-03-05", "2026-03-04", "2026-03-04"],
  [{ month: "2026-03" }, "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-05"],
  [{ month: "2024-02" }, "2024-02-01", "2024-02-29", "2024-01-01", "2024-01-31"],
  [{ month: "2026-01" }, "2026-01-01", "2026-01-31", "2025-12-01", "2025-12-31"],
  [{ from: "2026-02-10", to: "2026-02-12" }, "2026-02-10", "2026-02-12", "2026-02-07", "2026-02-09"],
] as const)("%j is %s to %s, after %s to %s", ([query, start, end, startBefore, endBefore]) => {
  const period = readPeriod(query);
  expect(toDays(period, now)).toEqual({ start, end });
  expect(toDaysBefore(period, now)).toEqual({ start: startBefore, end: endBefore });
});

test.for([
  { days: "0" },
  { days: "-3" },
  { days: "1.5" },
  { days: "<b>" },
  { days: "99999999" },
  { month: "2026-13" },
  { month: "last" },
  { from: "2026-02-12", to: "2026-02-10" },
  { from: "2026-02-12" },
  { from: "x", to: "y" },
])("%j, which is no period, is the last 30 days", (query) => {
  expect(readPeriod(query)).toEqual({ kind: "last", days: 30 });
});

test.for([{ days: "7" }, { month: "2026-02" }, { from: "2026-02-10", to: "2026-02-12" }, {}])(
  "%j is written as it was read",
  (query) => {
    expect(JSON.parse(JSON.stringify(writePeriod(readPeriod(query))))).toEqual(query);
  },
);
