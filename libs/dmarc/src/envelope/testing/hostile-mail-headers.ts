import { gzipSync } from "node:zlib";
import { listHostile } from "./hostile-submission.ts";
import { attachment, buildMail, buildMultipart } from "./mail-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const both = "From: a@b\r\nSubject: s\r\n";
const raw = (text: string): Buffer => Buffer.from(text, "latin1");
const typed = (type: string, body: string | Buffer = xml): Buffer => buildMail(`Content-Type: ${type}`, body);
const fileNamed = (parameters: string): Buffer =>
  buildMail(`Content-Type: text/xml\r\nContent-Disposition: attachment; ${parameters}`, xml);
const repeat = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => each(i)).join("");

/** Where a header ends and which lines belong to it. */
const lines = listHostile({
  "a header and nothing else": ["no-report", () => raw(both)],
  "a header without its empty line": ["no-report", () => raw("From: a@b\r\nSubject: s")],
  "a header and an empty line": ["no-report", () => raw(`${both}\r\n`)],
  "a header of bare line feeds": [xml, () => raw(`From: a\nSubject: s\n\n${xml}`)],
  "a header of bare carriage returns": [xml, () => raw(`From: a\rSubject: s\r\r${xml}`)],
  "a header that ends in LF and CR LF": [xml, () => raw(`From: a\n\r\n${xml}`)],
  "a header that ends in CR LF and LF": [xml, () => raw(`From: a\r\n\n${xml}`)],
  "a header with CR CR LF": [xml, () => raw(`From: a\r\r\nSubject: s\r\r\n\r\r\n${xml}`)],
  "a header that ends in LF CR": [xml, () => raw(`From: a\n\rSubject: s\n\r\n\r${xml}`)],
  "a carriage return inside a field": [xml, () => raw(`From: a\rb\r\nSubject: s\r\n\r\n${xml}`)],
  "a first line that is folded": [xml, () => raw(` folded\r\n${both}\r\n${xml}`)],
  "a line without colon": [xml, () => raw(`From: a@b\r\nno colon here\r\n\r\n${xml}`)],
  "a line that begins with a colon": [xml, () => raw(`From: a@b\r\n: nothing\r\n\r\n${xml}`)],
  "a blank between a name and its colon": [xml, () => raw(`From : a@b\r\nSubject: s\r\n\r\n${xml}`)],
  "NULs in a header": [xml, () => raw(`From: a\0b\r\n\0Subject: s\r\n\r\n${xml}`)],
  "bytes over 127 in a header": [xml, () => raw(`From: \xff\xfe\x80\r\n\r\n${xml}`)],
  "a line of 100,000 characters": [xml, () => raw(`${both}X: ${"x".repeat(100_000)}\r\n\r\n${xml}`)],
  "10,000 Received fields": [xml, () => raw(`${both}${"Received: by a\r\n".repeat(10_000)}\r\n${xml}`)],
  "a folded line of blanks that looks like the end": [xml, () => raw(`${both}X: a\r\n \r\n b\r\n\r\n${xml}`)],
  "an empty line first": [xml, () => raw(`\r\n${both}\r\n${xml}`)],
});

const types = listHostile({
  "an empty type": [xml, () => typed("")],
  "a type of a semicolon": [xml, () => typed(";")],
  "a type of 1,000 slashes": [xml, () => typed("/".repeat(1000))],
  "a type of NULs": [xml, () => typed("\0\0\0")],
  "a type of quotes": [xml, () => typed('"'.repeat(999))],
  "a type of 100,000 backslashes": [xml, () => typed(`text/xml; name="${"\\".repeat(100_000)}`)],
  "a type of 100,000 quoted parameters": [xml, () => typed(`text/xml${';a="b"'.repeat(33_000)}`)],
  "a type of 100,000 open brackets": [xml, () => typed(`text/xml; x=${"(".repeat(100_000)}`)],
  "a type of 100,000 equal signs": [xml, () => typed(`text/xml; ${"=".repeat(100_000)}`)],
  "a type of 200 KB of blanks": [xml, () => typed(`text/xml;${" ".repeat(200_000)}x=y`)],
  "a type that says HTML": [xml, () => typed("text/html")],
  "a type that says picture": [xml, () => typed("image/png")],
  "a boundary on a part that is not multipart": [xml, () => typed('text/xml; boundary="b"')],
  "a type in encoded words": [xml, () => typed("=?utf-8?b?dGV4dC94bWw=?=")],
});

/** Names are shown and never used (RFC 2231, RFC 2047). */
const names = listHostile({
  "a name in 10,000 pieces": [xml, () => fileNamed(repeat(10_000, (i) => `filename*${i}=b;`))],
  "a name in pieces of any order": [xml, () => fileNamed("filename*2=c; filename*0=a; filename*1=b")],
  "a name with a piece left out": [xml, () => fileNamed("filename*0=a; filename*2=c")],
  "a name with a piece twice": [xml, () => fileNamed("filename*0=a; filename*0=b; filename*0*=c")],
  "a name with a piece of number -1": [xml, () => fileNamed("filename*-1=a")],
  "a name with a piece of number 10^20": [xml, () => fileNamed("filename*100000000000000000000=a")],
  "a name with a piece of number 10^9": [xml, () => fileNamed("filename*1000000000=a; filename*0=b")],
  "a name of percent signs": [xml, () => fileNamed(`filename*=utf-8''${"%".repeat(100_000)}`)],
  "a name of percent signs and letters": [xml, () => fileNamed(`filename*=utf-8''${"%ZZ".repeat(30_000)}`)],
  "a name of an unknown charset": [xml, () => fileNamed("filename*=x-none''a%ff")],
  "a name of 100,000 apostrophes": [xml, () => fileNamed(`filename*=${"'".repeat(100_000)}`)],
  "a name of NUL and ../": [xml, () => fileNamed("filename*=utf-8''..%2f..%2f%00a")],
  "a name of the prototype": [xml, () => fileNamed('__proto__=a; constructor=b; filename="toString"')],
  "a name of an encoded word in an unknown charset": [xml, () => fileNamed('filename="=?x-none?b?////?="')],
  "a name of encoded words in each other": [xml, () => fileNamed('filename="=?utf-8?q?=3D=3Futf-8=3Fq=3Fa=3F=3D?="')],
  "a name of an encoded word of 100 KB": [
    xml,
    () => fileNamed(`filename="=?utf-8?b?${Buffer.alloc(75_000, "a").toString("base64")}?="`),
  ],
  "a name of an encoded word of NUL": [xml, () => fileNamed('filename="=?utf-8?q?=00?="')],
  "a name of an encoded word of UTF-16": [xml, () => fileNamed('filename="=?utf-16?b?PAA+?="')],
  "a name of an encoded word of ISO 2022": [xml, () => fileNamed('filename="=?iso-2022-jp?b?GyRCGyRC?="')],
  "10,000 dispositions": [
    xml,
    () => buildMail("Content-Disposition: attachment; filename=a\r\n".repeat(4000).trimEnd(), xml),
  ],
});

const addresses = listHostile({
  "groups of addresses 100,000 deep": [xml, () => buildMail(`To: ${"a:".repeat(100_000)}`, xml)],
  "comments in an address 100,000 deep": [xml, () => buildMail(`To: ${"(".repeat(100_000)}`, xml)],
  "an address of 200 KB": [xml, () => buildMail(`To: ${"a".repeat(200_000)}@b`, xml)],
  "an address of open brackets": [xml, () => buildMail(`To: ${"<".repeat(100_000)}`, xml)],
  "a subject of 7,000 encoded words": [xml, () => buildMail(`Subject: ${"=?utf-8?b?YQ==?= ".repeat(7000)}`, xml)],
  "a date of the year 10^9": [xml, () => buildMail("Date: Fri, 99 Foo 1000000000 99:99:99 +9999", xml)],
  "header fields of parts over the limit": [
    "mail-too-complex",
    () =>
      buildMultipart(
        repeat(300, () => "x")
          .split("")
          .map((name) => ({ ...attachment(name, gzipSync(xml)), header: `X: ${"y".repeat(1000)}` })),
      ),
  ],
  "a header of 256 KiB and one byte": ["mail-too-complex", () => padHeader(256 * 1024 + 1)],
  "a header of 256 KiB": [xml, () => padHeader(256 * 1024)],
});

function padHeader(bytes: number): Buffer {
  const start = "From: a\r\nX: ";
  return raw(`${start}${"x".repeat(bytes - start.length - 4)}\r\n\r\n${xml}`);
}

/** Mailboxes (RFC 4155). */
const from = "From a@b Fri Jul  8 12:08:34 2011\n";
const mailboxes = listHostile({
  "a mailbox of one line": ["no-report", () => raw(from)],
  "a mailbox of separators only": ["no-report", () => raw(`${from}\n`.repeat(500))],
  "a mailbox with a line of From behind a mail's text": [
    [`${xml}\nFrom here on 12:08\n`],
    () => raw(`${from}${both}\n${xml}\nFrom here on 12:08\n`),
  ],
  "a mailbox with a length that is wrong": [
    [`${xml}\n`, "<c/>\n"],
    () => raw(`${from}Content-Length: 9999\n${both}\n${xml}\n\n${from}${both}\n<c/>\n`),
  ],
  "a mailbox with a separator of 100,000 characters": [
    "no-report",
    () => raw(`${from}${both}\nx\n\nFrom ${"a".repeat(100_000)} 12:08\n${both}\n${xml}`),
  ],
  "a mailbox whose mails have NULs": [xml, () => raw(`${from}${both}\n\0\0\n\n${from}${both}\n${xml}`)],
  "a mailbox in a mailbox": [xml, () => raw(`${from}${both}\n${from}${both}\n${xml}`)],
  "a mailbox of quoted separators": [
    [`${xml}\n\n>${from}>${from}`],
    () => raw(`${from}${both}\n${xml}\n\n>${from}>${from}`),
  ],
  "a mailbox of CR LF": [`${xml}\r\n`, () => raw(`${from}${both}\n${xml}\n`.replace(/\r?\n/g, "\r\n"))],
  "a mailbox of 19 MiB without separator": ["no-report", () => raw(`${from}${both}\n${"a\n\n".repeat(6 * MIB)}`)],
});

export const hostileMailHeaders = [...lines, ...types, ...names, ...addresses, ...mailboxes];
