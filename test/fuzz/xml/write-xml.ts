import type { Random } from "./random.ts";
import type { XmlElement } from "./tree.ts";

/** Writes an element as plain as XML can be: no CDATA, comments, short tags or references that are not needed. */
export function writePlain(element: XmlElement): string {
  const attributes = element.attributes.map(([name, value]) => ` ${name}="${escapePlain(value)}"`).join("");
  const content = element.children.map((child) => (typeof child === "string" ? escapePlain(child) : writePlain(child)));
  return `<${element.name}${attributes}>${content.join("")}</${element.name}>`;
}

function escapePlain(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** How often a form that means the same is chosen: from 0, plain, to 1. */
export interface Noise {
  readonly share: number;
  readonly lineBreak: string;
}

const COMMENTS = ["<!---->", "<!-- a > b & c -->", "<!-- <record> - </record> -->", "<!--\r\n-->"] as const;
const INSTRUCTIONS = ["<?p?>", "<?xml-stylesheet href='a.xsl'?>", "<?p ? > <x> ?>", "<?p <?xml ?>"] as const;
const BLANKS = [" ", "\t", "\n", "  \n\t"] as const;
const NAMED = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/** Writes an element in one of the many forms that mean the same. */
export function writeNoisy(element: XmlElement, random: Random, noise: Noise): string {
  const isNoisy = () => random.chance(noise.share);
  const blank = () => (isNoisy() ? breakLines(random.pick(BLANKS), noise) : "");
  const attributes = element.attributes.map(([name, value]) => {
    const quote = random.pick(['"', "'"]);
    return ` ${blank()}${name}${blank()}=${blank()}${quote}${breakLines(writeAttribute(value, quote, random), noise)}${quote}`;
  });
  const start = `<${element.name}${attributes.join("")}${blank()}`;
  if (element.children.length === 0 && random.chance(0.5)) return `${start}/>${writeNothing(random, noise)}`;
  const content = element.children.map((child) =>
    typeof child === "string" ? writeText(child, random, noise) : writeNoisy(child, random, noise),
  );
  const between = () => writeNothing(random, noise);
  return `${start}>${between()}${content.join(between())}${between()}</${element.name}${blank()}>`;
}

/** What means nothing wherever it stands: a comment, an instruction, an empty CDATA section. */
export function writeNothing(random: Random, { share }: Noise): string {
  if (!random.chance(share)) return "";
  return random.pick([random.pick(COMMENTS), random.pick(INSTRUCTIONS)]);
}

function breakLines(text: string, { lineBreak }: Noise): string {
  return text.replaceAll("\n", lineBreak);
}

function writeAttribute(value: string, quote: string, random: Random): string {
  return Array.from(value, (character) =>
    character === quote || "&<\r".includes(character) || random.chance(0.05) ? refer(character, random) : character,
  ).join("");
}

function writeText(text: string, random: Random, noise: Noise): string {
  if (!random.chance(noise.share)) return writePieces(text, random, { ...noise, share: 0 });
  const cut = random.between(0, text.length);
  const at = isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut;
  const halves = [text.slice(0, at), text.slice(at)].map((half) =>
    random.chance(0.5) ? writeCharacterData(half, noise) : writePieces(half, random, noise),
  );
  return halves.join(random.chance(0.5) ? writeNothing(random, noise) : "");
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** CDATA cannot hold its own end, and a carriage return in it would be a line break. */
function writeCharacterData(text: string, noise: Noise): string {
  const sections = text.split("\r").map((piece) => {
    const safe = piece.replaceAll("]]>", "]]]]><![CDATA[>");
    return `<![CDATA[${breakLines(safe, noise)}]]>`;
  });
  return sections.join("&#13;");
}

function writePieces(text: string, random: Random, noise: Noise): string {
  return Array.from(text, (character) => {
    if (character === "\n") return noise.lineBreak;
    const mustRefer = "&<>\r".includes(character) || random.chance(noise.share / 10);
    return mustRefer ? refer(character, random) : character;
  }).join("");
}

function refer(character: string, random: Random): string {
  const named = NAMED.get(character);
  if (named !== undefined && random.chance(0.6)) return named;
  const code = character.codePointAt(0) ?? 0;
  const hex = random.chance(0.5) ? code.toString(16) : code.toString(16).toUpperCase();
  return random.pick([`&#${code};`, `&#x${hex};`, `&#${String(code).padStart(8, "0")};`]);
}
