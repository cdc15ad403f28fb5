import { expect, test } from "vitest";
import { formatAgo, formatOwnTime, formatTime } from "./dates.ts";

test("a moment is told in UTC, and beside it in the reader's own time", () => {
  const moment = "2026-11-25T20:05:59.999Z";
  expect(formatTime(moment)).toBe("Nov 25, 2026, 20:05 UTC");
  expect(formatOwnTime(moment, "UTC")).toBeNull();
  expect(formatOwnTime(moment, "Europe/Berlin")).toBe("21:05");
  expect(formatOwnTime(moment, "Asia/Tokyo")).toBe("Nov 26, 05:05");
  expect(formatTime("2026-11-25T00:05:00Z")).toBe("Nov 25, 2026, 00:05 UTC");
  expect(formatOwnTime("2026-11-25T00:30:00Z", "America/New_York")).toBe("Nov 24, 19:30");
});

test.for([
  ["2026-11-25T20:05:00Z", "just now"],
  ["2026-11-25T20:02:00Z", "3 minutes ago"],
  ["2026-11-25T17:05:00Z", "3 hours ago"],
  ["2026-11-24T17:05:00Z", "yesterday"],
  ["2026-11-25T22:05:30Z", "in 2 hours"],
] as const)("%s is %s", ([moment, said]) => {
  expect(formatAgo(moment, new Date("2026-11-25T20:05:30Z"))).toBe(said);
});
