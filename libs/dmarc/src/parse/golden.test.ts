import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAll, parseWhole } from "../testing/parse-whole.ts";

const folder = new URL("../../golden/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".xml"))
  .map((name) => name.slice(0, -".xml".length));

test("the golden folder is not empty, and every document has its expected result", () => {
  const expected = readdirSync(folder).filter((name) => name.endsWith(".json"));
  expect(names.length).toBeGreaterThan(150);
  expect(expected.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
});

test.for(names)("golden: %s", async (name) => {
  const xml = readFileSync(new URL(`${name}.xml`, folder));
  const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  expect(await parseWhole(xml)).toEqual(expected);
  expect(await parseAll(xml, 7)).toEqual(expected);
});
