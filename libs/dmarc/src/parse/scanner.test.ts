import fc from "fast-check";
import sax from "sax";
import { expect, test } from "vitest";
import { decodeText } from "./entities.ts";
import { defaultXmlLimits } from "./limits.ts";
import { type MarkupSink, XmlScanner } from "./scanner.ts";
import type { Tag } from "./tag.ts";

type Seen = readonly (readonly string[])[];

const fail = () => {
  throw new Error("a bad entity");
};

/** Notes what comes, with neighbouring pieces of text as one. */
class Notes implements MarkupSink {
  readonly seen: string[][] = [];
  readonly #open: string[] = [];
  #raw = "";
  #text = "";
  readonly isInField = false;
  readonly isPaused = false;

  get endTagDue(): string {
    const name = this.#open.at(-1);
    return name === undefined ? "" : `</${name}>`;
  }

  onOpen(name: string, _source: string, tag: Tag | null): void {
    const attributes = (tag?.attributes ?? []).flatMap(([key, value]) => [key, decodeText(value, fail)]);
    this.#note("open", name, ...attributes);
    this.#open.push(name);
    if (tag?.isSelfClosing) this.onClose();
  }

  onClose(): void {
    this.#note("close", this.#open.pop() ?? "");
  }

  onOtherClose(name: string): void {
    this.#note("other close", name);
  }

  onText(text: string, from: number, to: number): void {
    this.#raw += text.slice(from, to);
  }

  onCharacterData(piece: string): void {
    this.#settle();
    this.#text += piece;
  }

  onBareMarkup(): void {
    this.#note("bare");
  }

  #settle(): void {
    this.#text += decodeText(this.#raw, fail);
    this.#raw = "";
  }

  #note(...event: string[]): void {
    this.#settle();
    if (this.#text !== "") this.seen.push(["text", this.#text]);
    this.#text = "";
    this.seen.push(event);
  }
}

function scan(xml: string, pieceLength: number): Seen {
  const notes = new Notes();
  const scanner = new XmlScanner(notes, defaultXmlLimits);
  for (let from = 0; from < xml.length; from += pieceLength) {
    scanner.write(xml.slice(from, from + pieceLength));
    scanner.run();
  }
  expect(scanner.isInsideMarkup).toBe(false);
  return notes.seen;
}

/** The same by sax, an independent parser. */
function scanWithSax(xml: string): Seen {
  const seen: string[][] = [];
  const parser = sax.parser(true, { position: false });
  const note = (text: string) => {
    const last = seen.at(-1);
    if (last?.[0] === "text") last[1] += text;
    else if (text !== "") seen.push(["text", text]);
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.ontext = note;
  parser.oncdata = note;
  parser.onopentag = ({ name, attributes }) => {
    seen.push(["open", name, ...Object.entries(attributes).flatMap(([key, value]) => [key, String(value)])]);
  };
  parser.onclosetag = (name) => seen.push(["close", name]);
  parser.write(xml).close();
  return seen;
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
    const expected = scanWithSax(xml);
    expect(scan(xml, xml.length)).toEqual(expected);
    expect(scan(xml, pieceLength)).toEqual(expected);
  });
  fc.assert(property, { numRuns: 3000 });
});

test("white space in tags, and > in attributes, comments and text, mislead nobody", () => {
  const xml = `<a x='>' y = "/>"\n><!-- > --><b\t/>a > b</a\n>`;
  expect(scan(xml, xml.length)).toEqual([
    ["open", "a", "x", ">", "y", "/>"],
    ["open", "b"],
    ["close", "b"],
    ["text", "a > b"],
    ["close", "a"],
  ]);
});
