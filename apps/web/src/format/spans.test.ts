import { expect, test } from "vitest";
import { formatSpan } from "./spans.ts";

test("a whole UTC day is one day, whether its end is its last second or the next midnight", () => {
  expect(formatSpan("2026-11-24T00:00:00.000Z", "2026-11-24T23:59:59.000Z")).toBe("Nov 24, 2026");
  expect(formatSpan("2026-11-24T00:00:00.000Z", "2026-11-25T00:00:00.000Z")).toBe("Nov 24, 2026");
});

test("whole days are named, other periods by their moments", () => {
  expect(formatSpan("2026-11-23T00:00:00.000Z", "2026-11-24T23:59:59.000Z")).toBe("Nov 23 – Nov 24, 2026");
  expect(formatSpan("2026-11-23T07:00:00.000Z", "2026-11-24T07:00:00.000Z")).toBe(
    "Nov 23, 2026, 07:00 UTC – Nov 24, 2026, 07:00 UTC",
  );
  expect(formatSpan("2026-11-23T00:00:00.000Z", "2026-11-23T00:00:00.000Z")).toBe(
    "Nov 23, 2026, 00:00 UTC – Nov 23, 2026, 00:00 UTC",
  );
});
