import { listHostile } from "../../envelope/testing/hostile-submission.ts";
import { inserted, plainReport, withField } from "./plain-report.ts";

const declared = (label: string): string => plainReport.replace("UTF-8", label);
const undeclared = plainReport.replace(/^<\?xml.*\?>/, "");
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const swapped = (text: string): Buffer => utf16(text).swap16();
const utf32 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.alloc(text.length * 4);
  for (let at = 0; at < text.length; at += 1) {
    if (isBig) bytes.writeUInt32BE(text.charCodeAt(at), at * 4);
    else bytes.writeUInt32LE(text.charCodeAt(at), at * 4);
  }
  return bytes;
};
/** The plain report with these bytes as the reporter's name. */
const named = (hex: string): Buffer => {
  const [before = "", after = ""] = plainReport.split("Receiver Example");
  return Buffer.concat([Buffer.from(before), Buffer.from(hex, "hex"), Buffer.from(after)]);
};

const labels = listHostile({
  "UTF-7 that is declared": ["report encoding-unknown", () => Buffer.from(declared("UTF-7"))],
  "UTF-7 in place of markup": ["not-xml", () => Buffer.from("+ADw-feedback+AD4-+ADw-/feedback+AD4-")],
  "EBCDIC that is declared": ["report encoding-unknown", () => Buffer.from(declared("IBM037"))],
  "EBCDIC in place of markup": ["not-xml", () => Buffer.from("4c6fa794934085959683968489957e7f", "hex")],
  "an encoding of 500 letters": ["report encoding-unknown", () => Buffer.from(declared("x".repeat(500)))],
  "an encoding of 5,000 letters": ["report", () => Buffer.from(declared("x".repeat(5000)))],
  "an encoding of the prototype": ["report encoding-unknown", () => Buffer.from(declared("__proto__"))],
  "an encoding of a path": ["report encoding-unknown", () => Buffer.from(declared("../../../etc/passwd"))],
  "an empty encoding": ["report", () => Buffer.from(declared(""))],
  "UTF-16 that is declared and not there": ["report encoding-mismatch", () => Buffer.from(declared("UTF-16"))],
  "UTF-32 that is declared and not there": ["report encoding-unknown", () => Buffer.from(declared("UTF-32"))],
  "an encoding that changes": ["report", () => inserted('<?xml version="1.0" encoding="UTF-16"?>')],
});

const wide = listHostile({
  "UTF-16, little end first, with mark": ["report", () => utf16(`\ufeff${declared("UTF-16")}`)],
  "UTF-16, big end first, with mark": ["report", () => swapped(`\ufeff${declared("UTF-16")}`)],
  "UTF-16, little end first, without mark": ["report", () => utf16(declared("UTF-16LE"))],
  "UTF-16, big end first, without mark": ["report", () => swapped(declared("UTF-16BE"))],
  "UTF-16 without mark and declaration": ["report", () => utf16(undeclared.trimStart())],
  "UTF-16 that is declared as UTF-8": ["report encoding-mismatch", () => utf16(`\ufeff${plainReport}`)],
  "UTF-16 with an odd number of bytes": [
    "report bad-bytes trailing-content",
    () => Buffer.concat([utf16(`\ufeff${declared("UTF-16")}`), Buffer.of(0x41)]),
  ],
  "UTF-16 with a lone surrogate": [
    "report bad-bytes",
    () => utf16(`\ufeff${declared("UTF-16").replace("Receiver", "\ud800")}`),
  ],
  "UTF-16 that turns its ends": [
    "tag-too-long",
    () => Buffer.concat([utf16(`\ufeff${declared("UTF-16").slice(0, 200)}`), swapped(plainReport.slice(200))]),
  ],
  "UTF-32, little end first": ["not-xml", () => utf32(`\ufeff${declared("UTF-32")}`, false)],
  "UTF-32, big end first": ["not-xml", () => utf32(`\ufeff${declared("UTF-32")}`, true)],
  "two byte-order marks": ["report", () => Buffer.from(`\ufeff\ufeff${plainReport}`)],
  "a byte-order mark inside the report": ["report empty-element", () => withField("org_name", "\ufeff")],
  "half a byte-order mark": ["not-xml", () => Buffer.concat([Buffer.of(0xef, 0xbb), Buffer.from(plainReport)])],
});

const bad = "report bad-bytes";
const bytes = listHostile({
  "a byte that begins nothing": [bad, () => named("41ff42")],
  "bytes that go on and began nowhere": [bad, () => named("808080")],
  "a character that is cut": [bad, () => named("41e282")],
  "a character that is cut by a tag": [bad, () => named("f09f98")],
  "an overlong /": [bad, () => named("c0af")],
  "an overlong NUL": [bad, () => named("c080")],
  "an overlong <": [bad, () => named("e080bc")],
  "a surrogate in UTF-8": [bad, () => named("eda080")],
  "a pair of surrogates in UTF-8": [bad, () => named("eda0bdedb880")],
  "a character beyond Unicode": [bad, () => named("f4908080")],
  "a character of five bytes": [bad, () => named("f888808080")],
  "a character of six bytes": [bad, () => named("fc8480808080")],
  "8,000 bad bytes in a field": ["report bad-bytes", () => named("ff".repeat(8000))],
  "NUL in a field": ["report bad-characters", () => named("00")],
  "all control characters in a field": [
    "report bad-characters",
    () => named("0102030405060708090a0b0c0d0e0f1011121314151617"),
  ],
  "U+FFFE in a field": ["report bad-characters", () => withField("org_name", "\ufffe")],
  "NULs before the report": ["not-xml", () => Buffer.concat([Buffer.alloc(4), Buffer.from(plainReport)])],
  "NULs behind the report": [
    "report bad-characters trailing-content",
    () => Buffer.concat([Buffer.from(plainReport), Buffer.alloc(1000)]),
  ],
  "NUL in a tag": ["report bad-characters unknown-element", () => inserted("<a\0b/>")],
  "NULs between all letters": ["report encoding-mismatch", () => utf16(plainReport)],
  "10 MiB of NULs": ["not-xml", () => Buffer.alloc(10 * 1024 * 1024)],
});

export const hostileEncodings = [...labels, ...wide, ...bytes];
