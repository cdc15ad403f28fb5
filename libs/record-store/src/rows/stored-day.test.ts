import { describe, expect, it } from "vitest";
import { toStoredDay } from "./stored-day.ts";

describe("a stored day", () => {
  it.each([
    ["2026-02-28", "2026-02-28"],
    ["1969-12-31", "1970-01-01"],
    ["0001-01-01", "1970-01-01"],
    ["2149-06-07", "2149-06-06"],
    ["9999-12-31", "2149-06-06"],
  ])("of %s is %s", (day, stored) => {
    expect(toStoredDay(day)).toBe(stored);
  });

  it.each(["", "2026-2-3", "+275760-09-13", "2026-02-03T00:00:00Z", "' OR 1"])("is refused for %j", (day) => {
    expect(() => toStoredDay(day)).toThrow(RangeError);
  });
});
