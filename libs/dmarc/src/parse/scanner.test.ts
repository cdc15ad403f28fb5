import fc from "fast-check";
import { expect, test } from "vitest";
import { readWithSax } from "../testing/read-with-sax.ts";
import { scanTexts, type XmlEvent } from "../testing/scan-events.ts";

function scan(xml: string, pieceLength: number): XmlEvent[] {
  const pieces: string[] = [];
  for (let from = 0; from < xml.length; from += pieceLength) pieces.push(xml.slice(from, from + pieceLength));
  return scanTexts(pieces);
}

const name = fc.constantFrom("record", "row", "ns1:count", "a", "b-1.x", "_ü", "spf");
const blank = fc.constantFrom("", " ", "\n  ");
const text = fc
  .array(fc.constantFrom("x", " ", "\n", "&amp;", "&lt;", "&#228;", "&#x1F98A;", "受", ">", "-", "]", '"', "'", "/"))
  .map((parts) => parts.join(""));
const attribute = fc
  .tuple(fc.constantFrom("a", "b", "xmlns:c"), blank, blank, fc.constantFrom('"', "'"), text)
  .map(([key, before, after, quote, value]) => ({
    key,
    source: `${key}${before}=${after}${quote}${value.replaceAll(quote, "")}${quote}`,
  }));
const attributes = fc
  .uniqueArray(attribute, { selector: ({ key }) => key, maxLength: 3 })
  .map((list) => list.map(({ source }) => ` ${source}`).join(""));
const comment = fc.constantFrom("<!---->", "<!-- <x> & - -->", "<?p i?>", "<?x ? > ?>");
const characterData = fc.constantFrom("<![CDATA[]]>", "<![CDATA[<x>&amp;]]]>", "<![CDATA[ > ]] ]]>");

const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .tuple(name, attributes, blank, fc.array(tie("content"), { maxLength: 4 }), fc.boolean())
    .map(([tag, list, space, content, isShort]) =>
      isShort && content.length === 0
        ? `<${tag}${list}${space}/>`
        : `<${tag}${list}${space}>${content.join("")}</${tag}${space}>`,
    ),
  content: fc.oneof({ maxDepth: 4 }, text, comment, characterData, tie("element")),
}));

test("well-formed XML is read as sax reads it, in pieces of any length", () => {
  const property = fc.property(element, fc.integer({ min: 1, max: 50 }), (xml, pieceLength) => {
    const expected = readWithSax(xml);
    expect(scan(xml, xml.length)).toEqual(expected);
    expect(scan(xml, pieceLength)).toEqual(expected);
  });
  fc.assert(property, { numRuns: 3000 });
});

test("white space in tags, and > in attributes, comments and text, are read correctly", () => {
  const xml = `<a x='>' y = "/>"\n><!-- > --><b\t/>a > b</a\n>`;
  expect(scan(xml, xml.length)).toEqual([
    ["open", "a", "x", ">", "y", "/>"],
    ["open", "b"],
    ["close", "b"],
    ["text", "a > b"],
    ["close", "a"],
  ]);
});
