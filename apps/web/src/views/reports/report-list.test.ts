import { expect, test } from "vitest";
import { toReportQuery } from "./report-list.ts";

const days = { start_date: "2026-11-01", end_date: "2026-11-30" };

test("an address without parameters lists the newest reports of the period first", () => {
  expect(toReportQuery(days, {})).toEqual({ ...days, sort: "-date_range" });
});

test("each filter of the address becomes one of the API's", () => {
  const query = {
    trust: "none",
    result: "fail",
    disposition: "reject",
    reporter: "google.com",
    source_ip: "192.0.2.1",
  };
  expect(toReportQuery(days, { ...query, sort: "total_count", page: "2" })).toEqual({
    ...days,
    ...query,
    sort: "total_count",
  });
});

test("what the API would refuse is left out", () => {
  expect(toReportQuery(days, { trust: "x", result: "x", disposition: "x", sort: "x", reporter: "" })).toEqual({
    ...days,
    sort: "-date_range",
  });
});
