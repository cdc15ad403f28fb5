import { listHostile } from "./hostile-submission.ts";
import { buildMail } from "./mail-builder.ts";
import { toUuencode } from "./uuencode-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const mail = buildMail("X-Any: 1", xml).toString();
const encoded = toUuencode("a", Buffer.from(xml));
const separator = ">From a@b Fri Jul  8 12:08:34 2011\n";
const wide = (text: string): Buffer => Buffer.from(text, "utf16le");

const forms = listHostile({
  "byte-order marks alone, a million": ["no-report", () => Buffer.from("\ufeff".repeat(MIB))],
  "separators of mailboxes 8 deep": [xml, () => Buffer.from(separator.repeat(8) + mail)],
  "separators of mailboxes, a million": ["no-report", () => Buffer.from(separator.repeat(0.5 * MIB))],
  "a separator of 19 MiB": ["no-report", () => Buffer.from(`>From ${"x".repeat(19 * MIB)}\n${mail}`)],
  "UTF-16 of UTF-16": [xml, () => wide(`${"\ufeff"}${wide(mail).toString("latin1")}`)],
  "UTF-16 of half a character": ["no-report", () => Buffer.from("fffe41", "hex")],
  "UTF-16 of lone surrogates": [
    "no-report",
    () => Buffer.concat([Buffer.from("fffe", "hex"), Buffer.alloc(19 * MIB, "00d8", "hex")]),
  ],
  "UTF-16 of 19 MiB of mail": [
    `${9 * MIB} bytes`,
    () => wide(`X-Any: 1\r\nFrom: a\r\n\r\n${"<feedback>".padEnd(9 * MIB)}`),
  ],
  "19 MiB of carriage returns in a mail": [
    "mail-too-complex",
    () => Buffer.from(`From: a\r${"X: y\r".repeat(3.8 * MIB)}`),
  ],
  "a mail of Apple Mail without end": [xml, () => Buffer.from(`999999999999\n${mail}`)],
  "a mail of Apple Mail of no bytes": ["no-report", () => Buffer.from(`0\n${mail}`)],
  "mails of Apple Mail in each other": ["no-report", () => Buffer.from("9999\n".repeat(1000) + mail)],
});

const uuencodes = listHostile({
  "uuencode of lines that are cut": ["no-report", () => Buffer.from(`begin 644 a\n${"M\n".repeat(MIB)}end\n`)],
  "uuencode of 9 million lines that are cut": [
    "output-too-large",
    () => Buffer.from(`begin 644 a\n${"M\n".repeat(9 * MIB)}end\n`),
  ],
  "uuencode of 19 MiB": ["no-report", () => Buffer.from(`begin 644 a\n${`M${"!".repeat(60)}\n`.repeat(0.3 * MIB)}`)],
  "1,000 files in uuencode": [xml, () => Buffer.from(encoded.repeat(1000))],
  "1,001 files in uuencode": ["too-many-entries", () => Buffer.from(encoded.repeat(1001))],
  "uuencode of lines of nothing": ["no-report", () => Buffer.from(`begin 644 a\n!\n${" \n".repeat(MIB)}end\n`)],
  "beginnings of uuencode": ["no-report", () => Buffer.from("begin 644 ".repeat(1.9 * MIB))],
  "uuencode 8 deep": [xml, () => nest(8)],
  "uuencode 9 deep": ["too-deep", () => nest(9)],
});

function nest(levels: number): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>(
    (inner) => Buffer.from(toUuencode("a", inner)),
    Buffer.from(xml),
  );
}

const boundaries = listHostile({
  "15,000 pieces of a boundary": [
    xml,
    () => buildMail(`Content-Type: multipart/mixed; ${"boundary*1=b; ".repeat(15_000)}`, `--b\r\n\r\n${xml}\r\n--b--`),
  ],
  "a boundary in pieces that are missing": [
    xml,
    () => buildMail("Content-Type: multipart/mixed; boundary*9=b; boundary*99=b", `--bb\r\n\r\n${xml}\r\n--bb--`),
  ],
  "a boundary of octets that are none": [
    xml,
    () => buildMail("Content-Type: multipart/mixed; boundary*=''%zz%4", `--%zz%4\r\n\r\n${xml}\r\n--%zz%4--`),
  ],
  "a boundary in pieces of nothing": [
    "no-report",
    () => buildMail('Content-Type: multipart/mixed; boundary*0=""', `--\r\n\r\n${"-".repeat(1000)}\r\n----`),
  ],
});

export const hostileTexts = [...forms, ...uuencodes, ...boundaries];
