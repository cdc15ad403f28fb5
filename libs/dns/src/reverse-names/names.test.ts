import { expect, test } from "vitest";
import { readHostName } from "./names.ts";

test("a name has 253 characters at most, without its final dot", () => {
  const longest = `${"a.".repeat(125)}com`;
  expect(longest).toHaveLength(253);
  expect(readHostName(`${longest.toUpperCase()}.`)).toBe(longest);
  expect(readHostName(`${longest}x`)).toBeNull();
});

test("a label has 63 characters at most", () => {
  expect(readHostName(`${"a".repeat(63)}.example`)).toBe(`${"a".repeat(63)}.example`);
  expect(readHostName(`${"a".repeat(64)}.example`)).toBeNull();
});
