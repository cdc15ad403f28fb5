import { expect, test } from "vitest";
import { toNearestDays } from "./nearest-days.ts";

const span = { earliest_day: "2024-01-10", latest_day: "2024-06-20" };

test("after the latest report, the 30 days up to it are nearest; before the earliest, those from it", () => {
  expect(toNearestDays({ start: "2026-01-01", end: "2026-01-30" }, span)).toEqual({
    start: "2024-05-22",
    end: "2024-06-20",
  });
  expect(toNearestDays({ start: "2020-01-01", end: "2020-12-31" }, span)).toEqual({
    start: "2024-01-10",
    end: "2024-02-08",
  });
});

test("fewer reported days are all shown, and no day besides", () => {
  const days = { earliest_day: "2024-06-19", latest_day: "2024-06-20" };
  for (const year of ["2020", "2026"])
    expect(toNearestDays({ start: `${year}-01-01`, end: `${year}-01-30` }, days)).toEqual({
      start: "2024-06-19",
      end: "2024-06-20",
    });
});

test("a period among reported days, and a service without reports, have none nearer", () => {
  expect(toNearestDays({ start: "2024-03-01", end: "2024-03-02" }, span)).toBeNull();
  expect(
    toNearestDays({ start: "2024-03-01", end: "2024-03-02" }, { earliest_day: null, latest_day: null }),
  ).toBeNull();
});
