import { expect, test } from "vitest";
import { listSuffixes } from "./suffix-index.ts";

test.for([
  ["a.b.example.com", ["example.com", "b.example.com", "a.b.example.com"]],
  ["example.com", ["example.com"]],
  ["com", []],
  ["", []],
  [".com", []],
  ["..", ["."]],
] as const)("the suffixes of %j begin at label boundaries, the shortest first", ([name, suffixes]) => {
  expect(listSuffixes(name)).toEqual(suffixes);
});

test("a name of any length costs at most nine look-ups", () => {
  expect(listSuffixes("a.".repeat(10_000))).toHaveLength(9);
});
