const htmlToken = /<(br|\/p|\/div|\/tr|\/li)\b[^<>]*>|<[^<>]*>|&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi;
const htmlNames = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);
/** XML that a program put into HTML as it is. */
const bareXml = /<(?:\?xml|feedback)[\s>]/i;

/** The text that HTML shows, its bytes as they are encoded. XML that stands in it unescaped is left as it is. */
export function htmlToText(html: Buffer): Buffer {
  const source = html.toString("latin1");
  const xml = source.search(bareXml);
  if (xml >= 0) return html.subarray(xml);
  const text = source.replace(htmlToken, (token: string, ...parts: (string | undefined)[]) => {
    const [breaks, decimal, hex, name] = parts;
    if (breaks !== undefined) return "\n";
    if (decimal !== undefined) return toBytes(Number.parseInt(decimal, 10));
    if (hex !== undefined) return toBytes(Number.parseInt(hex, 16));
    return name === undefined ? "" : (htmlNames.get(name.toLowerCase()) ?? token);
  });
  return Buffer.from(text, "latin1");
}

const rtfToken = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+/gi;
/** Groups of these are no text, nor are those that begin with an asterisk. */
const hidden = new Set(["fonttbl", "colortbl", "stylesheet", "info", "pict"]);
const breaks = new Map([
  ["par", "\n"],
  ["line", "\n"],
  ["tab", "\t"],
]);

/** The text that RTF shows, its bytes as they are encoded; of HTML that is wrapped in it (MS-OXRTFEX) too. */
export function rtfToText(rtf: Buffer): Buffer {
  const pieces: string[] = [];
  const groups = new RtfGroups();
  let isSubstitute = false;
  for (const [token, word, number, hex, symbol, brace] of rtf.toString("latin1").matchAll(rtfToken)) {
    const parts = { word, number, hex, symbol, brace };
    if (!groups.show(parts)) continue;
    const text = readRtf(token, parts);
    // Behind a character by its number stands another for readers that know no Unicode.
    pieces.push(isSubstitute ? text.slice(1) : text);
    isSubstitute = word === "u" && number !== undefined;
  }
  return Buffer.from(pieces.join(""), "latin1");
}

type RtfParts = Readonly<Record<"word" | "number" | "hex" | "symbol" | "brace", string | undefined>>;

/** Follows the groups of RTF in flat memory, however deep they are. */
class RtfGroups {
  #depth = 0;
  #hiddenFrom = Number.POSITIVE_INFINITY;

  /** Whether the token belongs to what is shown. */
  show({ word, symbol, brace }: RtfParts): boolean {
    if (brace !== undefined) {
      this.#depth += brace === "{" ? 1 : -1;
      if (this.#depth < this.#hiddenFrom) this.#hiddenFrom = Number.POSITIVE_INFINITY;
      return false;
    }
    if (symbol === "*" || (word !== undefined && hidden.has(word))) {
      this.#hiddenFrom = Math.min(this.#hiddenFrom, this.#depth);
    }
    return this.#depth < this.#hiddenFrom;
  }
}

function readRtf(token: string, { word, number, hex, symbol }: RtfParts): string {
  if (word === "u" && number !== undefined) return toBytes(Number.parseInt(number, 10) & 0xffff);
  if (word !== undefined) return breaks.get(word) ?? "";
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (symbol !== undefined) return symbol === "~" ? " " : symbol;
  return /^[\r\n]/.test(token) ? "" : token;
}

/** A character in UTF-8, as its bytes in Latin-1. */
function toBytes(code: number): string {
  return code > 0x10ffff ? "" : Buffer.from(String.fromCodePoint(code)).toString("latin1");
}
