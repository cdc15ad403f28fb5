import { isAscii } from "node:buffer";

/** The characters for the bytes 0x80 to 0x9f (WHATWG Encoding). Node's own decoder reads them as controls. */
const characters =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

export function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  if (isAscii(bytes)) return text;
  return text.replace(/[\x80-\x9f]/g, (character) => characters.charAt(character.charCodeAt(0) - 0x80));
}

const encoded = Array.from({ length: 256 }, (_, byte) => Buffer.from(decodeWindows1252(Buffer.of(byte))));
const nothing = Buffer.alloc(0);

/** The character of one byte, in UTF-8. */
export function encodedWindows1252(byte: number): Buffer {
  return encoded[byte] ?? nothing;
}
