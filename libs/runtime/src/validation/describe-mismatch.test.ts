import { expect, test } from "vitest";
import { describeMismatch } from "./describe-mismatch.ts";

test.for([
  ["type", { type: "string" }, "must be text"],
  ["type", { type: "integer" }, "must be a whole number"],
  ["type", { type: ["boolean", "null"] }, "must be true or false or null"],
  ["minLength", { limit: 16 }, "must have at least 16 characters"],
  ["minLength", { limit: 1 }, "must not be empty"],
  ["maxLength", { limit: 3 }, "must have at most 3 characters"],
  ["minItems", { limit: 1 }, "must not be empty"],
  ["maxItems", { limit: 1 }, "must have at most 1 item"],
  ["minProperties", { limit: 1 }, "must have at least 1 field"],
  ["required", { missingProperty: "a" }, "is missing"],
  ["minimum", { comparison: ">=", limit: 1 }, "must be at least 1"],
  ["maximum", { comparison: "<=", limit: 100 }, "must be at most 100"],
  ["pattern", { pattern: "^\\d{4}-\\d{2}-\\d{2}$" }, "must be a day, YYYY-MM-DD"],
  ["pattern", { pattern: "^rpt_" }, "must have the form ^rpt_"],
  ["format", { format: "date-time" }, "must be a time in ISO 8601, such as 2026-10-01T08:30:00Z"],
] as const)("%s of %j: %s", ([keyword, params, sentence]) => {
  expect(describeMismatch({ keyword, params })).toBe(sentence);
});

test("a keyword without a sentence has one of its own", () => {
  expect(describeMismatch({ keyword: "anyOf", params: {} })).toBe("does not have any of the accepted forms");
});
