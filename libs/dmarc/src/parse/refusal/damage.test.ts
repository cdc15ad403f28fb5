// However a report is damaged, the line that a refusal names is in it, and the excerpt is a piece of this line.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { XmlDecoder } from "../decoder.ts";
import { parseReport } from "../parse-report.ts";
import { escapeInvisible } from "./line-excerpt.ts";

const folder = new URL("../../../golden/", import.meta.url);
const reports = readdirSync(folder)
  .filter((name) => name.endsWith(".json") && readFileSync(new URL(name, folder), "utf8").includes(`"kind": "report"`))
  .map((name) => readFileSync(new URL(name.replace(/json$/, "xml"), folder), "utf8"));

const pieces = fc.oneof(
  fc.constantFrom(
    "",
    "<",
    ">",
    "</",
    "</row>",
    "</record>",
    "<row>",
    "<!--",
    "<![CDATA[",
    "<!DOCTYPE x>",
    "\r",
    "\n\n",
    "&",
  ),
  fc.constantFrom("\u202e", "\u0000", "😀", "\u2028", "jane@own.example", "<feedback>", "<x a='"),
  fc.string({ unit: "binary", maxLength: 5 }),
);

const damages = fc.array(fc.record({ at: fc.nat(), removed: fc.nat(40), piece: pieces }), {
  minLength: 1,
  maxLength: 3,
});

async function read(xml: string, pieceLength: number) {
  const bytes = Buffer.from(xml);
  async function* split() {
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
  }
  return parseReport(split(), { onRecord: () => {} });
}

test("the line and the excerpt of every refusal are in the document", async () => {
  let refused = 0;
  const property = fc.asyncProperty(fc.constantFrom(...reports), damages, async (report, changes) => {
    let xml = report;
    for (const { at, removed, piece } of changes) {
      const from = at % (xml.length + 1);
      xml = xml.slice(0, from) + piece + xml.slice(from + removed);
    }
    const result = await read(xml, xml.length + 1);
    expect(await read(xml, 11)).toEqual(result);
    if (result.kind !== "refused" || result.facts.line === undefined) return;
    refused += 1;
    const { line, column = 0, excerpt = "" } = result.facts;
    const named = new XmlDecoder().write(Buffer.from(xml), true).split("\n")[line - 1];
    expect(named).toBeDefined();
    expect(column).toBeGreaterThan(0);
    expect(column).toBeLessThanOrEqual((named ?? "").length + 1);
    expect(excerpt.length).toBeLessThanOrEqual(80);
    expect(escapeInvisible(named ?? "", Number.POSITIVE_INFINITY)).toContain(excerpt);
  });
  await fc.assert(property, { numRuns: 400 });
  expect(refused).toBeGreaterThan(50);
});
