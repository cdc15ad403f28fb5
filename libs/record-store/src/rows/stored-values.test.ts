import { describe, expect, it, test } from "vitest";
import { toAddressText, toStoredDay } from "./stored-values.ts";

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

test.each([
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
  ["::192.0.2.1", "::c000:201"],
  ["::0.1.0.2", "::1:2"],
  ["2001:db8::1", "2001:db8::1"],
  ["::1", "::1"],
  ["::", "::"],
])("the address that ClickHouse writes as %s is %s, as in the report", (stored, address) => {
  expect(toAddressText(stored)).toBe(address);
});
