import type { Random } from "./random.ts";

interface Form {
  /** Label of the XML declaration, `""` for no declaration. */
  readonly label: string;
  readonly hasMark: boolean;
  readonly encode: (text: string) => Buffer;
}

const utf8 = (text: string) => Buffer.from(text);
const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
/** The characters of ISO 8859-1; others as references, which the markup around them allows only in text. */
const latin1 = (text: string) => Buffer.from(text, "latin1");

const forms: readonly [Form, ...Form[]] = [
  { label: "", hasMark: false, encode: utf8 },
  { label: "", hasMark: true, encode: utf8 },
  { label: "UTF-8", hasMark: false, encode: utf8 },
  { label: "utf-8", hasMark: true, encode: utf8 },
  { label: "UTF-16", hasMark: true, encode: utf16le },
  { label: "utf-16", hasMark: true, encode: utf16be },
  { label: "", hasMark: true, encode: utf16le },
  { label: "UTF-16LE", hasMark: false, encode: utf16le },
  { label: "UTF-16BE", hasMark: false, encode: utf16be },
  { label: "ISO-8859-1", hasMark: false, encode: latin1 },
];

/** The bytes of a document in one of the encodings, with a declaration that agrees with it. */
export function encodeDocument(content: string, random: Random): Buffer {
  const form = random.pick(forms);
  const isPossible = form.encode !== latin1 || !/[^\0-\x7f\xa0-\xff]/.test(content);
  const { label, hasMark, encode } = isPossible ? form : forms[0];
  const quote = random.pick(['"', "'"]);
  const standalone = random.chance(0.3) ? ` standalone=${quote}yes${quote}` : "";
  const declaration = `<?xml version=${quote}1.0${quote} encoding=${quote}${label}${quote}${standalone}?>`;
  return encode(`${hasMark ? "\ufeff" : ""}${label ? declaration : ""}${content}`);
}

/**
 * The text of a document by its byte-order mark or declaration, `null` when the bytes are not text in that encoding: such
 * a document is not well-formed (XML 1.0 section 4.3.3). Reads encodings by the platform's decoders.
 */
export function decodeDocument(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(findLabel(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function findLabel(bytes: Uint8Array): string {
  const [first = -1, second = -1, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return "utf-16le";
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return "utf-16be";
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  return /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1] ?? "utf-8";
}

/** More pieces than this show nothing more and take long. */
const PIECES_MAX = 4000;

/** The bytes in pieces: single ones where they are few, or some, or many. */
export function cutAnyhow(bytes: Uint8Array, random: Random): Uint8Array[] {
  const lengthMax = Math.max(random.pick([1, 2, 7, 64, 1000, 70_000]), Math.ceil(bytes.length / PIECES_MAX));
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = from + random.between(1, lengthMax);
    pieces.push(bytes.subarray(from, to));
    from = to;
  }
  return pieces;
}
