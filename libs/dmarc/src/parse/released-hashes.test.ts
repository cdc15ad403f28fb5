import { readFileSync } from "node:fs";
import { type ContentHashes, isSameContent } from "@ruaflow/report/content";
import { expect, test } from "vitest";
import { readReport } from "./read-report.ts";

/** Hashes in form 1, and in form 2 where it differs, that releases with only these forms stored of the golden documents. */
const released: Readonly<Record<string, readonly [string, ...string[]]>> = JSON.parse(
  readFileSync(new URL("testing/released-hashes.json", import.meta.url), "utf8"),
);

async function readGolden(name: string): Promise<ContentHashes> {
  async function* xml() {
    yield readFileSync(new URL(`../../golden/${name}.xml`, import.meta.url));
  }
  const read = await readReport(xml(), { onLine: () => undefined });
  if (read.kind !== "report") throw new Error(`${name} is not a report`);
  return read;
}

test("no hash of released forms changes, so a document that an earlier release stored is a duplicate when it comes again", async () => {
  expect(Object.keys(released).length).toBeGreaterThan(150);
  for (const [name, [contentHash, ...newerHashes]] of Object.entries(released)) {
    const read = await readGolden(name);
    const inForm2 = read.newerHashes?.[0] ?? read.contentHash;
    expect([name, read.contentHash, inForm2]).toEqual([name, contentHash, newerHashes[0] ?? contentHash]);
    expect([name, isSameContent(read, { contentHash })]).toEqual([name, true]);
    expect([name, isSameContent(read, { contentHash, newerHashes })]).toEqual([name, true]);
  }
});
