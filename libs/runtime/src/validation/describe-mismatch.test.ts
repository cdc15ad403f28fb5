import { Type } from "typebox";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { describeMismatch } from "./describe-mismatch.ts";

test.for([
  [Type.String(), 5, "must be text"],
  [Type.Integer(), "5", "must be a whole number"],
  [Type.Boolean(), null, "must be true or false"],
  [Type.String({ minLength: 16 }), "short", "must have at least 16 characters"],
  [Type.String({ minLength: 1 }), "", "must not be empty"],
  [Type.String({ maxLength: 3 }), "long", "must have at most 3 characters"],
  [Type.Array(Type.String(), { minItems: 1 }), [], "must not be empty"],
  [Type.Array(Type.String(), { maxItems: 1 }), ["a", "b"], "must have at most 1 item"],
  [Type.Object({}, { minProperties: 1 }), {}, "must have at least 1 field"],
  [Type.Object({ a: Type.String() }), {}, "is missing"],
  [Type.Integer({ minimum: 1 }), 0, "must be at least 1"],
  [Type.Integer({ maximum: 100 }), 101, "must be at most 100"],
  [Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), "yesterday", "must be a day, YYYY-MM-DD"],
  [Type.String({ pattern: "^rpt_" }), "x", "must have the form ^rpt_"],
  [Type.String({ format: "date-time" }), "x", "must be a time in ISO 8601, such as 2026-10-01T08:30:00Z"],
] as const)("%j: %j %s", ([schema, value, sentence]) => {
  expect(Value.Errors(schema, value).map(describeMismatch)).toContain(sentence);
});

test("a keyword without a sentence has one of its own", () => {
  expect(describeMismatch({ keyword: "anyOf", params: {} })).toBe("does not have any of the accepted forms");
});
