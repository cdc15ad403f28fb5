import { expect, test } from "vitest";
import { brokenReaders } from "./xml/broken-readers.ts";
import { fuzzXml } from "./xml/fuzz-xml.ts";
import { minimize } from "./xml/minimize.ts";
import { product } from "./xml/readers.ts";
import { readGolden } from "./xml/samples.ts";
import { judge } from "./xml/well-formed.ts";

const samples = { golden: readGolden(), real: [] };
const run = { seed: 1, seconds: Number.POSITIVE_INFINITY, samples, defectsMax: 1 };

test("the product reads made-up reports as sax does", async () => {
  const { defects, alike } = await fuzzXml({ ...run, runsMax: 80, reader: product });
  expect(defects).toEqual([]);
  expect(alike).toBeGreaterThan(40);
});

test.each(Object.entries(brokenReaders))("the fuzz finds a reader that %s", async (_fault, reader) => {
  const { defects } = await fuzzXml({ ...run, runsMax: 2000, reader });
  expect(defects).toHaveLength(1);
});

test.each(["<a>< ?>p?></a>", "<a>< b/></a>", "<a></ a>"])("%s, which sax lets pass, is not well-formed", (xml) => {
  expect(judge(Buffer.from(xml)).kind).toBe("not-well-formed");
});

test("a document that differs is made small", async () => {
  const isFailing = async (bytes: Uint8Array) => Buffer.from(bytes).toString().includes("<b>");
  const small = await minimize(Buffer.from(`<a>${"x".repeat(100)}<b>y</b></a>`), isFailing);
  expect(Buffer.from(small).toString()).toBe("<b>");
});
