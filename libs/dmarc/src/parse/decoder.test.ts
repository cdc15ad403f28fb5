import { TextDecoder } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { XmlDecoder } from "./decoder.ts";

function decode(
  bytes: Uint8Array,
  pieceLength: number,
  charset: string | null = null,
): { text: string; warnings: unknown } {
  const decoder = new XmlDecoder(charset);
  let text = "";
  for (let from = 0; from < bytes.length; from += pieceLength) {
    text += decoder.write(Buffer.from(bytes.subarray(from, from + pieceLength)), false);
  }
  text += decoder.write(Buffer.alloc(0), true);
  return { text, warnings: decoder.warnings() };
}

const windows1252Declaration = Buffer.from('<?xml encoding="windows-1252"?>');

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

/** By the standard's own decoder: a character where one begins, else one byte of windows-1252. */
function readLoosely(bytes: Buffer): { text: string; bad: number } {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const characterAt = (at: number) => {
    for (const length of [1, 2, 3, 4]) {
      try {
        return { length, character: decoder.decode(bytes.subarray(at, at + length)) };
      } catch {}
    }
    return null;
  };
  let [text, bad] = ["", 0];
  for (let at = 0; at < bytes.length; ) {
    const found = characterAt(at);
    text +=
      found?.character ??
      decode(Buffer.concat([windows1252Declaration, bytes.subarray(at, at + 1)]), 99).text.slice(-1);
    bad += found === null ? 1 : 0;
    at += found?.length ?? 1;
  }
  return { text, bad };
}

test("bytes are read as UTF-8, and those that are not as windows-1252, however they are split", () => {
  const property = fc.property(almostUtf8, fc.integer({ min: 1, max: 9 }), (codes, pieceLength) => {
    const bytes = Buffer.from([0x3c, 0x61, 0x3e, 0x20, ...codes]);
    const { text, bad } = readLoosely(bytes);
    // XML has no such character.
    const forbidden = text.split("\uffff").length - 1;
    const warnings = [
      ...(bad > 0 ? [{ code: "bad-bytes", path: "", count: bad }] : []),
      ...(forbidden > 0 ? [{ code: "bad-characters", path: "", count: forbidden }] : []),
    ];
    expect(decode(bytes, pieceLength)).toEqual({ text: text.replaceAll("\uffff", "\ufffd"), warnings });
  });
  fc.assert(property, { numRuns: 2000, examples: [[[0xef, 0xbf, 0xbf], 1]] });
});

test("a name in Latin letters without a declaration is read as written", () => {
  const name = Buffer.from("<org_name>Empf\xe4nger \x80 Stra\xdfe</org_name>", "latin1");
  expect(decode(name, 3)).toEqual({
    text: "<org_name>Empfänger € Straße</org_name>",
    warnings: [{ code: "bad-bytes", path: "", count: 3 }],
  });
});

/** The same name in each encoding, in hexadecimal, as Python encodes it. */
const written: readonly (readonly [label: string, name: string, bytes: string])[] = [
  ["gb2312", "中国联通", "d6d0b9fac1aacda8"],
  ["GBK", "網易郵件", "be57d2d7e05dbcfe"],
  ["gb18030", "𠀀科技", "95328236bfc6bcbc"],
  ["Big5", "中華電信", "a4a4b5d8b971ab48"],
  ["Shift_JIS", "ソフト表示", "835c83748367955c8ea6"],
  ["iso-2022-jp", "日本語", "1b2442467c4b5c386c1b2842"],
  ["euc-jp", "日本語", "c6fccbdcb8ec"],
  ["EUC-KR", "다음메일", "b4d9c0bdb8dec0cf"],
  ["windows-1250", "Łódź", "a3f3649f"],
  ["windows-1251", "Яндекс", "dfede4e5eaf1"],
  ["windows-1253", "Ελλάδα", "c5ebebdce4e1"],
  ["windows-1254", "İstanbul", "dd7374616e62756c"],
  ["windows-1256", "بريد", "c8d1edcf"],
  ["windows-874", "ไทย", "e4b7c2"],
  ["koi8-r", "Почта", "f0cfded4c1"],
  ["koi8-u", "Їжак", "b7d6c1cb"],
  ["iso-8859-2", "Łódź", "a3f364bc"],
  ["iso-8859-5", "Почта", "bfdee7e2d0"],
  ["iso-8859-7", "Ελλάδα", "c5ebebdce4e1"],
  ["iso-8859-15", "œuvre €", "bd7576726520a4"],
  ["latin1", "Empfänger", "456d7066e46e676572"],
];

test.each(written)("%s is read, however the bytes are split", (label, name, hex) => {
  const before = `<?xml version="1.0" encoding="${label}"?><a>`;
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from(hex, "hex"), Buffer.from(" & more</a>")]);
  for (let pieceLength = 1; pieceLength <= bytes.length; pieceLength += 1) {
    expect(decode(bytes, pieceLength)).toEqual({ text: `${before}${name} & more</a>`, warnings: [] });
  }
});

test.each(written.filter(([label]) => !["iso-2022-jp", "latin1"].includes(label)))(
  "%s that the part of a mail states is read where nothing is declared, unless it is UTF-8",
  (label, name, hex) => {
    const read = (bytes: Buffer) => [1, 3, 999].map((pieceLength) => decode(bytes, pieceLength, label));
    const bytes = Buffer.concat([Buffer.from("<a>"), Buffer.from(hex, "hex"), Buffer.from(" & more</a>")]);
    for (const declaration of ["", '<?xml version="1.0"?>']) {
      const whole = Buffer.concat([Buffer.from(declaration), bytes]);
      for (const found of read(whole)) {
        expect(found).toEqual({ text: `${declaration}<a>${name} & more</a>`, warnings: [] });
      }
    }
    // Two bytes of UTF-8 are characters of other encodings too.
    for (const utf8 of ["<a>Empfänger</a>", "<a>中国联通</a>", '<?xml encoding="utf-8"?><a>Почта</a>']) {
      for (const found of read(Buffer.from(utf8))) expect(found).toEqual({ text: utf8, warnings: [] });
    }
  },
);

test.each(["utf-8", "us-ascii", "iso-8859-1", "utf-16", "iso-2022-jp", "x-user-defined", "no-charset", ""])(
  "the charset %j changes nothing",
  (charset) => {
    for (const bytes of [Buffer.from("<a>Empfänger</a>"), Buffer.from("<a>Empf\xe4nger</a>", "latin1")]) {
      expect(decode(bytes, 4, charset)).toEqual(decode(bytes, 4));
    }
  },
);

test("a declaration, and a byte-order mark, count more than the part of the mail", () => {
  const declared = Buffer.concat([Buffer.from('<?xml encoding="gb2312"?><a>'), Buffer.from("d6d0b9fa", "hex")]);
  expect(decode(declared, 5, "big5")).toEqual(decode(declared, 5));
  const marked = Buffer.from("\ufeff<a>中国</a>", "utf16le");
  expect(decode(marked, 5, "big5")).toEqual(decode(marked, 5));
});

test.each(written.map(([label]) => label).filter((label) => label !== "iso-2022-jp" && label !== "latin1"))(
  "%s that is declared where UTF-8 is written gives way to it",
  (label) => {
    const text = `<?xml version="1.0" encoding="${label}"?><a>邮件 Почта Ελλάδα</a>`;
    const warnings = [{ code: "encoding-mismatch", path: "", detail: label, count: 1 }];
    for (const pieceLength of [1, 7, 64, 999]) {
      expect(decode(Buffer.from(text), pieceLength)).toEqual({ text, warnings });
    }
  },
);

test("no byte takes part of the markup with it, whatever stands before it", () => {
  const labels = written.map(([label]) => label).filter((label) => label !== "iso-2022-jp");
  const text = fc.array(
    fc.oneof(fc.constantFrom(0x3c, 0x3e, 0x26, 0x2f, 0x30, 0x5c, 0x5d), fc.integer({ min: 0x80, max: 0xff })),
  );
  const property = fc.property(
    fc.constantFrom(...labels),
    text,
    fc.integer({ min: 1, max: 9 }),
    (label, codes, pieceLength) => {
      const bytes = Buffer.concat([Buffer.from(`<?xml encoding="${label}"?>`), Buffer.from(codes)]);
      const marks = (from: string) => from.replace(/[^<>&]/g, "");
      const whole = decode(bytes, bytes.length);
      expect(marks(whole.text)).toBe(marks(bytes.toString("latin1")));
      expect(decode(bytes, pieceLength)).toEqual(whole);
    },
  );
  fc.assert(property, { numRuns: 5000 });
});

test.each(["replacement", "x-user-defined", "utf-7", "hz-gb-2312", "ebcdic", "\u0000"])(
  "%j is no encoding of text",
  (label) => {
    const text = `<?xml version="1.0" encoding="${label}"?><a>é</a>`;
    expect(decode(Buffer.from(text), 9).warnings).toContainEqual(expect.objectContaining({ code: "encoding-unknown" }));
  },
);

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
