import { readFileSync } from "node:fs";
import { isSameContent } from "@ruaflow/report/content";
import { fieldForms } from "@ruaflow/report/fields";
import { expect, test } from "vitest";
import { readReport } from "./read-report.ts";

async function readGolden(name: string) {
  const lines: string[] = [];
  async function* xml() {
    yield readFileSync(new URL(`../../golden/${name}.xml`, import.meta.url));
  }
  const read = await readReport(xml(), { onLine: (line) => void lines.push(line) });
  if (read.kind !== "report") throw new Error(`${name} is not a report`);
  return { ...read, lines };
}

/** Hashes and report ids that the releases before form 2 gave: reports that they stored are compared with them. */
const before = [
  ["envelope-addresses", "06641eaf8a9cb2e8cbfd3fac442e8d21aed0045fcb1aa4dd1b60bba638151739", "r-1"],
  ["envelopes", "5b2256d8a4660024febfbeb5e7ec2c663069bbb6c02079f1a00a234e3b4a405d", "r-1"],
  ["reason-without-type", "b7ecf622ca7e1f0d0ef6e285ecd53a40f1846f1d74a66c73a036b42262871aa7", "r-1"],
  [
    "end-tag-of-report-id-lost-its-bracket",
    "630a569002ff679e37d1923ac2f99a0905c8beaa3064a3f188f69467a3d23eac",
    "r-34/report_id>",
  ],
  [
    "end-tag-lost-its-last-bracket",
    "630a569002ff679e37d1923ac2f99a0905c8beaa3064a3f188f69467a3d23eac",
    "r-34</report_id",
  ],
  ["end-tags-of-values-lost-their-brackets", "08507fb699b93fc051b77568e04e037589d47923c20b1095cc9c3ee11bb85841", "r-1"],
  ["envelope-from-null-sender", "39a37c7996953f38f055d50ed1e38e9025b89dbf77837ad87dc289d3cdfa4e57", "r-1"],
] as const;

test.for(before)(
  "a report that an earlier release stored is the same report when it comes again: %s",
  async (known) => {
    const [name, contentHash, reportId] = known;
    const read = await readGolden(name);
    expect(read.contentHash).toBe(contentHash);
    expect(isSameContent(read, { contentHash })).toBe(true);
    expect((read.headerInForm1 ?? read.header).reportId).toBe(reportId);
  },
);

test("the local part of an envelope address is in nothing that is stored", async () => {
  const { lines, warnings } = await readGolden("envelope-addresses");
  expect(JSON.stringify([lines, warnings])).not.toMatch(/who|user|a\.b|x y/);
});

test("a report whose texts are read as before has no hash beside that of form 1", async () => {
  const { contentHash, newerHashes } = await readGolden("end-tag-in-a-text");
  expect(newerHashes?.[0] ?? contentHash).toBe(contentHash);
  expect(newerHashes === undefined).toBe(fieldForms.length === 1);
});
