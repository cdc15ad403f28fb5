import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePieces, parseWhole } from "../testing/parse-whole.ts";

const folder = new URL("../../golden/", import.meta.url);
const documents = readdirSync(folder)
  .filter((name) => name.endsWith(".xml"))
  .map((name) => readFileSync(new URL(name, folder)));
const plain = readFileSync(new URL("plain.xml", folder));
const rfc9990 = readFileSync(new URL("rfc9990.xml", folder));
const wrapped = readFileSync(new URL("unclosed-schema-around.xml", folder));

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((place, index) => bytes.slice(places[index], place));
}

test("a document gives the same result however its bytes are split", async () => {
  const cuts = fc.array(fc.nat(), { maxLength: 40 });
  const property = fc.asyncProperty(fc.constantFrom(...documents), cuts, async (bytes, places) => {
    expect(await parsePieces(split(bytes, places))).toEqual(await parseWhole(bytes));
  });
  await fc.assert(property, { numRuns: 500 });
});

test("a document gives the same result when its bytes come one by one", async () => {
  for (const bytes of documents.filter(({ length }) => length < 5000)) {
    expect(await parsePieces(split(bytes, [...bytes.keys()]))).toEqual(await parseWhole(bytes));
  }
});

test("the limits do not depend on how the bytes are split", async () => {
  const limits = fc.record({
    bytesMax: fc.integer({ min: 1, max: 2000 }),
    depthMax: fc.integer({ min: 1, max: 7 }),
    nameLengthMax: fc.integer({ min: 5, max: 20 }),
    attributeLengthMax: fc.integer({ min: 5, max: 60 }),
    textLengthMax: fc.integer({ min: 5, max: 40 }),
    freeTextLengthMax: fc.integer({ min: 5, max: 40 }),
    ignoredLengthMax: fc.integer({ min: 5, max: 60 }),
  });
  const cuts = fc.array(fc.nat(), { maxLength: 20 });
  const property = fc.asyncProperty(fc.constantFrom(...documents), limits, cuts, async (bytes, some, places) => {
    expect(await parsePieces(split(bytes, places), some)).toEqual(await parseWhole(bytes, some));
  });
  await fc.assert(property, { numRuns: 500 });
});

/** As if nothing but the end tag of the report were missing, or a piece of it. */
const endsBehindRecord = /<\/record>\s*(?:<\/?|<\/f|<\/fe|<\/fee|<\/feed|<\/feedb|<\/feedba|<\/feedbac|<\/feedback)?$/;

test.for([
  ["plain", plain],
  ["rfc9990", rfc9990],
  ["wrapped", wrapped],
] as const)("a report cut at any byte is refused or complete: %s", async ([, bytes]) => {
  const complete = await parseWhole(bytes);
  const outcomes = new Set<string>();
  const kept = { warnings: expect.arrayContaining([{ code: "missing-end-tag", path: "", count: 1 }]) };
  for (let length = 0; length < bytes.length; length += 1) {
    const result = await parseWhole(bytes.subarray(0, length));
    const text = bytes.subarray(0, length).toString();
    if (text.includes("</feedback>")) expect(result).toEqual(complete);
    else if (endsBehindRecord.test(text)) expect(result).toMatchObject(kept);
    else outcomes.add((result as { reason?: string }).reason ?? "accepted");
  }
  expect([...outcomes].toSorted()).toEqual(["empty", "truncated"]);
});

test("a document never makes the parser throw, whatever is done to it", async () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(..."<>/&;!-?]['\"= \0\xffab1")), { maxLength: 8 });
  const property = fc.asyncProperty(fc.constantFrom(...documents), edits, async (bytes, changes) => {
    const broken = Buffer.from(bytes);
    for (const [place, character] of changes) broken.write(character, place % Math.max(broken.length, 1), "latin1");
    expect(await parseWhole(broken)).toHaveProperty("kind");
  });
  await fc.assert(property, { numRuns: 2000 });
});
