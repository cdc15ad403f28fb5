import { expect, test } from "vitest";
import { parseCount, parseDay, parseTime } from "./option-values.ts";

test.each([
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T12:00", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00:00.5+02:00", "2026-01-31T10:00:00.500Z"],
])("%s is a time in UTC, whatever the zone of this machine", (text, time) => {
  expect(parseTime("--since")(text).toISOString()).toBe(time);
});

test.each(["", "yesterday", "2026", "31.1.2026", "2026-13-01", "2026-01-31 12:00", "2026-02-30", "2025-02-29T12:00Z"])(
  "%j is not a time",
  (text) => {
    expect(() => parseTime("--until")(text)).toThrow(
      `--until: ${text} is not a valid date or time (example: 2026-01-31)`,
    );
  },
);

test("a day exists", () => {
  expect(parseDay("--expires")("2028-02-29")).toBe("2028-02-29");
  for (const text of ["2026-02-30", "2026-02-29", "2026-2-3", "2026-01-31T00:00", "+002026-01-31", ""]) {
    expect(() => parseDay("--expires")(text)).toThrow(`--expires: ${text} is not a valid day`);
  }
});

test("a count is a whole number in its range", () => {
  expect(parseCount("--limit")("25")).toBe(25);
  for (const text of ["0", "-1", "1.5", "1e3", "0x10", "", "many", "99999999999999999999"]) {
    expect(() => parseCount("--limit")(text)).toThrow(`--limit: ${text} is not a whole number of at least 1`);
  }
  expect(() => parseCount("--limit", 100)("101")).toThrow("--limit: 101 is not a whole number from 1 to 100");
});
