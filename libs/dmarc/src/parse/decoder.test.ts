import { TextDecoder } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { XmlDecoder } from "./decoder.ts";

function decode(bytes: Uint8Array, pieceLength: number): { text: string; warnings: unknown } {
  const decoder = new XmlDecoder();
  let text = "";
  for (let from = 0; from < bytes.length; from += pieceLength) {
    text += decoder.write(Buffer.from(bytes.subarray(from, from + pieceLength)), false);
  }
  text += decoder.write(Buffer.alloc(0), true);
  return { text, warnings: decoder.warnings() };
}

/** Bytes of which most look like UTF-8, so that sequences get cut, are too short and too long. */
const almostUtf8 = fc.array(
  fc.constantFrom(
    0x41,
    0x20,
    0x80,
    0xbf,
    0xa0,
    0xc2,
    0xc3,
    0xe2,
    0x82,
    0xac,
    0xef,
    0xbd,
    0xf0,
    0x9f,
    0xa6,
    0x8a,
    0xc0,
    0xf5,
  ),
  { maxLength: 30 },
);

test("any bytes are read as the Encoding standard says, however they are split", () => {
  const property = fc.property(almostUtf8, fc.integer({ min: 1, max: 9 }), (codes, pieceLength) => {
    const bytes = Buffer.from([0x3c, 0x61, 0x3e, 0x20, ...codes]);
    const expected = new TextDecoder("utf-8").decode(bytes);
    fc.pre(!/[\ufffe\uffff]/.test(expected));
    const bad = [...expected].filter((character) => character === "\ufffd").length;
    const written = bytes.toString("latin1").split("\xef\xbf\xbd").length - 1;
    const warnings = bad > written ? [{ code: "bad-bytes", path: "", count: bad - written }] : [];
    expect(decode(bytes, pieceLength)).toEqual({ text: expected, warnings });
  });
  fc.assert(property, { numRuns: 5000 });
});

test("all bytes of windows-1252 are read as the Encoding standard says", () => {
  const declaration = '<?xml version="1.0" encoding="Windows-1252"?>';
  const codes = Array.from({ length: 128 }, (_, index) => index + 128);
  const { text, warnings } = decode(Buffer.concat([Buffer.from(declaration), Buffer.from(codes)]), 64);
  const undefinedOnes = "\x81\x8d\x8f\x90\x9d";
  expect(text.slice(declaration.length, declaration.length + 32)).toBe(
    `€${undefinedOnes[0]}‚ƒ„…†‡ˆ‰Š‹Œ${undefinedOnes[1]}Ž${undefinedOnes[2]}${undefinedOnes[3]}‘’“”•–—˜™š›œ${undefinedOnes[4]}žŸ`,
  );
  expect(text.slice(declaration.length + 32)).toBe(Buffer.from(codes.slice(32)).toString("latin1"));
  expect(warnings).toEqual([]);
});

test("half a character at the end of UTF-16 is a bad byte", () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("<a>é", "utf16le"), Buffer.from([0x3c])]);
  expect(decode(bytes, 3)).toEqual({ text: "<a>é\ufffd", warnings: [{ code: "bad-bytes", path: "", count: 1 }] });
});
