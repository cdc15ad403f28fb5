import { expect, test } from "vitest";
import { decodeHeaderText } from "./header-text.ts";

test.each([
  ["plain text", "Report Domain: example.com", "Report Domain: example.com"],
  ["Q and B words", "=?UTF-8?Q?Rapport_=C3=A9?= =?utf-8?B?dMOp?=", "Rapport été"],
  ["another charset", "=?iso-2022-jp?B?GyRCRnxLXBsoQg==?= report", "日本 report"],
  ["a language (RFC 2231)", "=?utf-8*en?Q?caf=C3=A9?=", "café"],
  ["a character in two words", "=?utf-8?B?w6nD?= =?utf-8?B?qQ==?=", "éé"],
  ["folding", "Report\r\n Domain:\t=?utf-8?Q?a?=\r\n =?utf-8?Q?b?=", "Report Domain: ab"],
  ["control characters in a word", "=?utf-8?Q?a=1B[31m=00=0D=0Ab?=", "a [31m b"],
  [
    "a charset that is not known",
    "=?x-klingon?Q?caf=E9?= =?utf-8?Q?=C3=A9?=",
    "=?x-klingon?Q?caf=E9?= =?utf-8?Q?=C3=A9?=",
  ],
  ["a word that is not whole", "=?utf-8?Q?caf=C3", "=?utf-8?Q?caf=C3"],
  ["bytes that are not UTF-8", "=?utf-8?B?/w==?=", "\u{fffd}"],
  ["nothing", "", ""],
])("%s", (_what, text, decoded) => {
  expect(decodeHeaderText(text)).toBe(decoded);
});

test("a hostile text takes no time", () => {
  const startedAt = performance.now();
  for (const piece of ["=?", "=?utf-8?Q?a?= ", "=?a*", "=?=?utf-8?q?", " \r\n"])
    decodeHeaderText(piece.repeat(100_000));
  expect(performance.now() - startedAt).toBeLessThan(500);
});
