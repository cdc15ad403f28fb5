import { gzipSync } from "node:zlib";
import { buildBomb } from "./bomb.ts";
import { listHostile } from "./hostile-submission.ts";
import { buildMail, toBase64Lines } from "./mail-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const gzip = gzipSync(xml);
const base64 = toBase64Lines(gzip);
const encoded = (encoding: string, body: string | Buffer): Buffer =>
  buildMail(`Content-Type: application/gzip\r\nContent-Transfer-Encoding: ${encoding}`, body);
const quoted = (body: string): Buffer => encoded("quoted-printable", body);
const plainText = (charset: string, body: string | Buffer): Buffer =>
  buildMail(`Content-Type: text/xml; charset=${charset}`, body);

/** What a part says of its encoding is wrong; its bytes are right. */
const lies = listHostile({
  "base64 that is called 7bit": [xml, () => encoded("7bit", base64)],
  "base64 that is called quoted-printable": [xml, () => quoted(base64)],
  "base64 of an unknown encoding": [xml, () => encoded("x-unknown", base64)],
  "gzip that is called base64": [xml, () => encoded("base64", gzip)],
  "gzip that is called quoted-printable": [xml, () => quoted(xml)],
  "XML that is called base64": [xml, () => encoded("base64", xml)],
  "an encoding with a comment": [xml, () => encoded("base64 (really)", base64)],
  "an encoding in capitals": [xml, () => encoded("BASE64", base64)],
  "an encoding in quotes": [xml, () => encoded('"base64"', base64)],
  "an encoding with a parameter": [xml, () => encoded("base64; x=y", base64)],
  "an encoding of 100,000 characters": [xml, () => encoded("b".repeat(100_000), base64)],
  "an empty encoding": [xml, () => encoded("", base64)],
  "two encodings, the second one wrong": [xml, () => encoded("base64\r\nContent-Transfer-Encoding: 8bit", base64)],
  "two encodings, the first one wrong": [xml, () => encoded("8bit\r\nContent-Transfer-Encoding: base64", base64)],
  "base64 twice": [xml, () => encoded("base64", toBase64Lines(Buffer.from(base64)))],
});

const base64s = listHostile({
  "base64 in lines of one character": [xml, () => encoded("base64", [...gzip.toString("base64")].join("\r\n"))],
  "base64 without padding": [xml, () => encoded("base64", gzip.toString("base64").replaceAll("=", ""))],
  "base64 with padding in its middle": [xml, () => encoded("base64", "PGZl=ZWRiYWNrLz4=")],
  "base64 of two texts with padding": [`${xml} `, () => encoded("base64", "PGZlZWRiYWNrLz4=\r\nIA==")],
  "base64 of 5 million texts of one byte": ["corrupt", () => encoded("base64", "QQ==".repeat(5 * MIB - 1000))],
  "base64 of 5 million signs of padding": ["corrupt", () => encoded("base64", `QQ==${"=".repeat(5 * MIB)}QQ==`)],
  "base64 whose padding comes astray": ["corrupt", () => encoded("base64", `QQ==QQ==${"Q=".repeat(9 * MIB)}`)],
  "base64 with NULs in it": [xml, () => encoded("base64", base64.replace(/(.{4})/g, "$1\0"))],
  "base64 with dots before its lines": [xml, () => encoded("base64", `.${base64}`)],
  "base64 with a signature behind it": [xml, () => encoded("base64", `${base64}\r\n--\r\nSent from my phone`)],
  "base64 of the alphabet for addresses": ["truncated", () => encoded("base64", "-_-_".repeat(1000))],
  "base64 of one character": ["truncated", () => encoded("base64", "P")],
  "base64 of nothing": ["truncated", () => encoded("base64", "")],
  "base64 cut inside gzip": ["truncated", () => encoded("base64", base64.slice(0, -12))],
  "base64 of a gzip bomb": ["output-too-large", () => encoded("base64", toBase64Lines(buildBomb()))],
});

const quotedPrintables = listHostile({
  "quoted-printable that ends in =": [`${xml}=`, () => quoted(`${xml}=`)],
  "quoted-printable that ends in half an octet": [`${xml}=3`, () => quoted(`${xml}=3`)],
  "quoted-printable in small letters": [xml, () => quoted("=3cfeedback/=3e")],
  "quoted-printable with blanks behind a soft break": [xml, () => quoted("<feed= \t \r\nback/>")],
  "quoted-printable with a soft break of a bare LF": [xml, () => quoted("<feed=\nback/>")],
  "quoted-printable with a soft break of a bare CR": ["<feed=\rback/>", () => quoted("<feed=\rback/>")],
  "quoted-printable with a soft break of CR CR LF": [xml, () => quoted("<feed=\r\r\nback/>")],
  "quoted-printable of 19 MiB of soft breaks that do not end": ["corrupt", () => quoted("= \t".repeat(6 * MIB))],
  "quoted-printable of NUL": ["<feedback\0/>", () => quoted("<feedback=00/>")],
  "quoted-printable with letters that are not hexadecimal": [
    "<feedback a='=ZZ'/>",
    () => quoted("<feedback a='=ZZ'/>"),
  ],
  "quoted-printable of a million octets": ["1000000 bytes", () => quoted("=3C".repeat(1_000_000))],
  "quoted-printable of gzip": [
    xml,
    () => quoted([...gzip].map((octet) => `=${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("")),
  ],
});

/** The XML says which encoding it has; what the mail says of it is not asked. */
const charsets = listHostile({
  "UTF-16 that is called ASCII": [xml, () => plainText("us-ascii", Buffer.from(xml))],
  "ASCII that is called UTF-16": [xml, () => plainText("utf-16", xml)],
  "ASCII that is called UTF-7": [xml, () => plainText("utf-7", xml)],
  "ASCII that is called EBCDIC": [xml, () => plainText("ibm037", xml)],
  "a charset of 100,000 characters": [xml, () => plainText("c".repeat(100_000), xml)],
  "a charset of quotes": [xml, () => plainText('"\\"\\"\\""', xml)],
  "UTF-7 in place of XML": ["no-report", () => plainText("utf-7", "+ADw-feedback/+AD4-")],
  "EBCDIC in place of XML": ["no-report", () => plainText("ibm037", Buffer.from("4c86858584828183926160", "hex"))],
  "a byte-order mark before XML": [`\ufeff${xml}`, () => plainText("utf-8", `\ufeff${xml}`)],
  "NULs before XML": ["no-report", () => plainText("utf-8", `\0\0\0\0${xml}`)],
});

const otherEncodings = listHostile({
  "uuencode without end": ["corrupt", () => encoded("x-uuencode", "begin 644 a.gz\n#0V%T\n")],
  yEnc: ["corrupt", () => encoded("8bit", "=ybegin line=128 size=9 name=a.gz\r\nabcdefghi\r\n=yend size=9\r\n")],
  BinHex: ["corrupt", () => encoded("binhex40", "(This file must be converted with BinHex 4.0)\r\n:#8\r\n:")],
  "a TLS report in a mail": ["tls-report", () => plainText("utf-8", '{"organization-name":"a","policies":[]}')],
  "a body of 19 MiB of NULs": ["no-report", () => plainText("utf-8", Buffer.alloc(19 * MIB))],
  "a body of 19 MiB of dots": ["no-report", () => plainText("utf-8", Buffer.alloc(19 * MIB, ".\r\n"))],
  "a body of 19 MiB of lines like From": ["no-report", () => plainText("utf-8", Buffer.alloc(19 * MIB, "\nFrom a"))],
});

export const hostileMailBodies = [...lies, ...base64s, ...quotedPrintables, ...charsets, ...otherEncodings];
