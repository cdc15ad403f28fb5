import { expect, test } from "vitest";
import { prefersCsv } from "./accept.ts";

test.for([
  ["text/csv", true],
  ["TEXT/CSV; header=present", true],
  ["text/csv, */*", true],
  ["text/csv, application/json;q=0.5", true],
  ["application/json;q=0.2, text/csv; q=0.3", true],
  ["text/csv, application/json", false],
  ["application/json, text/csv;q=0.9", false],
  ["text/csv;q=0", false],
  ["text/csv;q=much", false],
  ["*/*", false],
  ["text/*", false],
  ["application/json", false],
  ["", false],
] as const)("an Accept header of %j prefers CSV: %j", ([accept, expected]) => {
  expect(prefersCsv(accept)).toBe(expected);
});

test("only the first media ranges of a long header are read", () => {
  expect(prefersCsv(`${"a/b,".repeat(5000)}text/csv`)).toBe(false);
});
