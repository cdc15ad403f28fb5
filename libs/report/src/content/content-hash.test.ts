import { expect, test } from "vitest";
import { CONTENT_FORMS } from "./content-forms.ts";
import { isSameContent, toKnownForms } from "./content-hash.ts";

const hashes = (contentHash: string, ...newerHashes: string[]) => ({ contentHash, newerHashes });

test.for([
  ["form 1 alone", hashes("a"), hashes("a"), true],
  ["another content", hashes("a"), hashes("b"), false],
  ["a release that knows one form more", hashes("a"), hashes("a", "2"), true],
  ["the same, and another content", hashes("a"), hashes("b", "2"), false],
  ["form 2 of both", hashes("a", "2"), hashes("a", "2"), true],
  ["what only form 2 tells apart", hashes("a", "2"), hashes("a", "3"), false],
  ["form 2 of the older one", hashes("a", "2"), hashes("a", "2", "3"), true],
  ["a message of a release without newer forms", { contentHash: "a" }, hashes("a", "2"), true],
] as const)("contents are compared in the form of the older one: %s", ([, one, other, isSame]) => {
  expect(isSameContent(one, other)).toBe(isSame);
  expect(isSameContent(other, one)).toBe(isSame);
});

test("hashes in forms of later releases are left out of what this one stores", () => {
  const newer = Array.from({ length: CONTENT_FORMS - 1 }, (_, index) => `form ${index + 2}`);
  expect(toKnownForms(hashes("a", ...newer, "later"))).toEqual(hashes("a", ...newer));
  expect(toKnownForms({ contentHash: "a" })).toEqual(hashes("a"));
});
