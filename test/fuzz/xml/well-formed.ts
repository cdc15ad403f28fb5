import { readWithSax } from "@ruaflow/dmarc/testing";
import { decodeDocument } from "./encode.ts";
import { toTree, type XmlElement } from "./tree.ts";

/** What a document is by the independent reader. */
export type Judged =
  | { readonly kind: "well-formed"; readonly xml: string; readonly root: XmlElement; readonly events: Events }
  | { readonly kind: "not-well-formed"; readonly why: string };

type Events = ReturnType<typeof readWithSax>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** What XML 1.0 forbids and sax lets pass, each by its section. */
const passedBySax: readonly (readonly [why: string, test: (xml: string) => boolean])[] = [
  ["2.2: a forbidden character", (xml) => forbidden.test(xml)],
  ["3.1: < in an attribute", (xml) => /=\s*(?:"[^"<>]*<[^"]*"|'[^'<>]*<[^']*')/.test(withoutText(xml))],
  ["3.1: an attribute twice", (xml) => hasAttributeTwice(withoutText(xml))],
  ["2.4: ]]> in text", (xml) => withoutSections(xml).includes("]]>")],
  ["2.8: <! that begins nothing", (xml) => /<!(?!DOCTYPE)/.test(withoutSections(xml))],
  ["3.1: white space before a name", (xml) => /<\/?\s/.test(withoutSections(xml))],
  ["2.6: an instruction without a name", (xml) => /<\?(?![A-Za-z_:\u0080-\uffff])/.test(withoutComments(xml))],
  ["2.6: a declaration that is not at the start", hasLateDeclaration],
  ["4.1: a reference to a forbidden character", hasForbiddenReference],
  [
    "2.3: a name that begins or goes on wrongly",
    (xml) => /<\/?[A-Za-z_:][\w:.-]*[^\w:.\-\s/>\u0080-\uffff]/.test(withoutText(xml)),
  ],
];

/** Reads a document with sax, and tells what sax lets pass. */
export function judge(bytes: Uint8Array): Judged {
  const xml = decodeDocument(bytes);
  if (xml === null) return { kind: "not-well-formed", why: "4.3.3: bytes that are not text" };
  const found = passedBySax.find(([, test]) => test(xml));
  if (found !== undefined) return { kind: "not-well-formed", why: found[0] };
  try {
    const events = readWithSax(xml);
    return { kind: "well-formed", xml, events, root: toTree(events) };
  } catch (error) {
    return {
      kind: "not-well-formed",
      why: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error),
    };
  }
}

function withoutSections(xml: string): string {
  return xml.replace(/<!\[CDATA\[.*?\]\]>|<!--.*?-->|<\?.*?\?>/gs, "");
}

function withoutComments(xml: string): string {
  return xml.replace(/<!\[CDATA\[.*?\]\]>|<!--.*?-->/gs, "");
}

function hasLateDeclaration(xml: string): boolean {
  const markup = xml.matchAll(/<!\[CDATA\[.*?\]\]>|<!--.*?-->|<\?(?<target>[^\s?]*).*?\?>/gs);
  return [...markup].some(({ index, groups }) => index > 0 && groups?.target?.toLowerCase() === "xml");
}

/** Tags alone. */
function withoutText(xml: string): string {
  return withoutSections(xml).replace(/>[^<]*/g, ">\n");
}

function hasAttributeTwice(tags: string): boolean {
  for (const [tag] of tags.matchAll(/<[^<]*>/g)) {
    const names = [...tag.matchAll(/\s([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map(([, name]) => name);
    if (new Set(names).size < names.length) return true;
  }
  return false;
}

function hasForbiddenReference(xml: string): boolean {
  return [...withoutSections(xml).matchAll(/&#(?:x([0-9a-f]+)|(\d+));/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return true;
    return forbidden.test(String.fromCodePoint(code));
  });
}
