import { expect, test } from "vitest";
import { aHeader, aRecord } from "../testing/a-record.ts";
import { CONTENT_FORMS } from "./content-forms.ts";
import { type ContentHashes, createContentHash, isSameContent, toEveryForm, toKnownForms } from "./content-hash.ts";

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

const header = aHeader();
const withSender = (ordinal: number, envelopeFrom: string) => aRecord({ ordinal, identifiers: { envelopeFrom } });

/** The hashes of records, of which each has its text of now and that of form 1. */
function hashContent(...records: readonly (readonly [now: string, inForm1: string | null])[]): ContentHashes {
  const hash = createContentHash();
  for (const [ordinal, [now, inForm1]] of records.entries()) {
    const record = withSender(ordinal, now);
    if (inForm1 === now) hash.add(record);
    else hash.add(record, inForm1 === null ? null : withSender(ordinal, inForm1));
  }
  return hash.digest(header);
}

const toForm2 = ({ newerHashes }: ContentHashes) => newerHashes?.[0];

test("a text that is read otherwise than before makes a report no other: form 1 has the text of before, form 2 that of now", () => {
  const same = ["a.example", "a.example"] as const;
  const before = hashContent(same, ["user@b.example", "user@b.example"], same);
  const now = hashContent(same, ["b.example", "user@b.example"], same);
  const written = hashContent(same, ["b.example", "b.example"], same);
  // Further fields have hashes in every form.
  expect(before.newerHashes === undefined).toBe(CONTENT_FORMS === 2);
  expect([now.contentHash, toForm2(now)]).toEqual([before.contentHash, written.contentHash]);
  expect(isSameContent({ contentHash: before.contentHash }, now)).toBe(true);
  expect(isSameContent(now, now)).toBe(true);
  expect(isSameContent(now, hashContent(same, ["c.example", "user@b.example"], same))).toBe(false);
});

test("a record that form 1 does not have counts in form 2", () => {
  const both = hashContent(["a.example", null], ["b.example", "b.example"]);
  expect(toForm2(both)).toBe(hashContent(["a.example", "a.example"], ["b.example", "b.example"]).contentHash);
  expect(both.contentHash).not.toBe(toForm2(both));
});

test("rows are compared in the form of the ledger, whichever that is", () => {
  const now = hashContent(["b.example", "user@b.example"]);
  const rows = toEveryForm(hashContent(["b.example", "b.example"]));
  const rowsOfBefore = toEveryForm(hashContent(["user@b.example", "user@b.example"]));
  expect(isSameContent(rows, now)).toBe(true);
  expect(isSameContent(rowsOfBefore, { contentHash: now.contentHash })).toBe(true);
  expect(isSameContent(rowsOfBefore, now)).toBe(false);
});
