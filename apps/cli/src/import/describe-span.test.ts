import { expect, test } from "vitest";
import { describeSpan } from "./describe-span.ts";

test("a request is shown that asks for all days with reports", () => {
  const text = describeSpan({ earliest_day: "2023-01-31", latest_day: "2024-05-05" }, "http://127.0.0.1:9000");
  expect(text).toContain("Reports are of 2023-01-31 to 2024-05-05.");
  expect(text).toContain("'http://127.0.0.1:9000/api/v1/reports/aggregate?start_date=2023-01-31&end_date=2024-05-05'");
  expect(describeSpan({ earliest_day: null, latest_day: null }, "http://127.0.0.1:9000")).toBe("");
});
