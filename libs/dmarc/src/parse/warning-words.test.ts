import { expect, test } from "vitest";
import { describeWarning } from "./warning-words.ts";

test("a warning is explained in sentences, and a code of another release by itself", () => {
  expect(describeWarning("count-zero")).toBe("A record counts 0 messages.");
  for (const code of ["brand-new", "toString", ""]) expect(describeWarning(code)).toBe(code);
});
