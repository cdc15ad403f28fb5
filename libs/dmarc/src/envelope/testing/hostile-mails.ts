import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { buildBomb } from "./bomb.ts";
import type { HostileSubmission } from "./hostile-submission.ts";
import { attachment, buildMail, buildMultipart } from "./mail-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const multipart = (boundary: string): string => `Content-Type: multipart/mixed; boundary="${boundary}"`;

function flood(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / piece.length));
}

function nestMultiparts(depth: number, nameOf: (level: number) => string): Buffer {
  const openings = Array.from({ length: depth }, (_, i) => `--${nameOf(i)}\r\n${multipart(nameOf(i + 1))}\r\n\r\n`);
  return buildMail(multipart(nameOf(0)), openings.join(""));
}

function nestMails(depth: number): Buffer {
  return Buffer.from("From: a@b\r\nContent-Type: message/rfc822\r\n\r\n".repeat(depth) + xml);
}

/** Four mails in each other, each with the same 19 MiB of ballast. */
function nestLargeMails(): Buffer {
  const ballast = Buffer.alloc(19 * MIB, "x");
  return Buffer.concat([nestMails(4), Buffer.from("\r\n"), ballast]);
}

const structure: readonly HostileSubmission[] = [
  {
    name: "100,000 parts",
    build: () => buildMail(multipart("b"), flood("--b\r\n\r\nabc\r\n", 1.3 * MIB)),
    outcome: "too-many-entries",
  },
  {
    name: "a million empty parts",
    build: () => buildMail(multipart("b"), flood("--b\r\n", 5 * MIB)),
    outcome: "too-many-entries",
  },
  { name: "multiparts 10,000 deep", build: () => nestMultiparts(10_000, (i) => `b${i}`), outcome: "too-deep" },
  {
    name: "multiparts 10,000 deep with one boundary",
    build: () => nestMultiparts(10_000, () => "b"),
    outcome: "mail-too-complex",
  },
  {
    name: "multiparts whose boundaries begin each other",
    build: () => nestMultiparts(2000, (i) => "b".repeat(i + 1)),
    outcome: "too-deep",
  },
  { name: "mails 10,000 deep", build: () => nestMails(10_000), outcome: "too-deep" },
  { name: "mails of 19 MiB in each other", build: nestLargeMails, outcome: "19922957 bytes" },
  {
    name: "a boundary of 200 KB",
    build: () => buildMail(multipart("x".repeat(200_000)), flood(`--${"x".repeat(199_999)}\r\n`, 10 * MIB)),
    outcome: "no-report",
  },
  ...[100, 1000, 200_000].map((length) => ({
    name: `a boundary of ${length} x in a body of x`,
    build: () => buildMail(multipart("x".repeat(length)), flood("x", 19 * MIB)),
    outcome: "no-report",
  })),
  {
    name: "four million lines like a boundary",
    build: () => buildMail(multipart("b"), flood("\n--bb", 19 * MIB)),
    outcome: "mail-too-complex",
  },
  {
    name: "a boundary repeated in one line",
    build: () => buildMail(multipart("b"), flood("--b", 19 * MIB)),
    outcome: "no-report",
  },
  { name: "an empty boundary", build: () => buildMail(multipart(""), flood("--\r\n", 10 * MIB)), outcome: "no-report" },
  {
    name: "ballast beside a bomb",
    build: () => buildMultipart([attachment("r", randomBytes(9 * MIB)), attachment("b", buildBomb())]),
    outcome: "output-too-large",
  },
  {
    name: "a bomb after a report",
    build: () => buildMultipart([attachment("r", gzipSync(xml)), attachment("b", buildBomb())]),
    outcome: "output-too-large",
  },
  {
    name: "a mailbox of 100,000 mails",
    build: () => Buffer.from(flood("From a@b Fri Jul  8 12:08:34 2011\nTo: a\n\n\n", 4 * MIB)),
    outcome: "too-many-entries",
  },
  {
    name: "a mailbox of lines like separators",
    build: () => Buffer.from(`From a@b 12:08\nTo: a\n${flood("\n\nFrom a 12:0", 19 * MIB)}`),
    outcome: "no-report",
  },
];

const headers: readonly HostileSubmission[] = [
  {
    name: "a million header lines",
    build: () => Buffer.from(`From: a\r\n${flood("a:\r\n", 4 * MIB)}\r\n${xml}`),
    outcome: "mail-too-complex",
  },
  {
    name: "a header line of 19 MiB",
    build: () => Buffer.from(`From: ${flood("a", 19 * MIB)}\r\n\r\n${xml}`),
    outcome: "mail-too-complex",
  },
  {
    name: "a header that never ends",
    build: () => Buffer.from(`From: a\r\n${flood("To: b\r\n", 19 * MIB)}`),
    outcome: "mail-too-complex",
  },
  {
    name: "header bytes spread over parts",
    build: () => buildMail(multipart("b"), flood(`--b\r\nX: ${"y".repeat(1000)}\r\n\r\n\r\n`, MIB)),
    outcome: "mail-too-complex",
  },
  { name: "address groups 100,000 deep", build: () => buildMail(`Cc: ${flood("a:", 200_000)}`, xml), outcome: xml },
  {
    name: "100,000 comments",
    build: () => buildMail(`Content-Type: text/plain; ${flood("(a", 200_000)}`, xml),
    outcome: xml,
  },
  {
    name: "30,000 Content-Type fields",
    build: () => buildMail(flood("Content-Type: a/b; c=d\r\n", 240_000).trimEnd(), xml),
    outcome: xml,
  },
  {
    name: "a Content-Type of 200 KB",
    build: () => buildMail(`Content-Type: text/plain; ${flood("a=b;", 200_000)}`, xml),
    outcome: xml,
  },
  {
    name: "continued parameters",
    build: () =>
      buildMail(`Content-Type: text/plain; ${Array.from({ length: 20_000 }, (_, i) => `a*${i}=b`).join(";")}`, xml),
    outcome: xml,
  },
  {
    name: "folded lines",
    build: () => buildMail(`Content-Type: text/plain;${flood("\r\n ", 200_000)} a=b`, xml),
    outcome: xml,
  },
  {
    name: "encoded words in a file name",
    build: () => buildMail(`Content-Disposition: attachment; filename="${flood("=?utf-8?q?a?= ", 200_000)}"`, xml),
    outcome: xml,
  },
  {
    name: "encoded words that never end",
    build: () => buildMail(`Content-Disposition: attachment; filename="${flood("=?a?b?", 200_000)}"`, xml),
    outcome: xml,
  },
];

const bodies: readonly HostileSubmission[] = [
  {
    name: "a body of 19 MiB of line feeds",
    build: () => buildMail("X: y", flood("\n", 19 * MIB)),
    outcome: "no-report",
  },
  {
    name: "a body of two million lines",
    build: () => buildMail("X: y", flood("<a>bcd</a>", 17 * MIB).replaceAll("</a>", "</a>\n")),
    outcome: "no-report",
  },
  {
    name: "base64 in one line of 19 MiB",
    build: () => buildMail("Content-Transfer-Encoding: base64", flood("PGZlZWRiYWNrPgog", 19 * MIB)),
    outcome: "14942208 bytes",
  },
  {
    name: "base64 without one letter of base64",
    build: () => buildMail("Content-Transfer-Encoding: base64", flood("!\r\n", 19 * MIB)),
    outcome: "no-report",
  },
  {
    name: "base64 of padding",
    build: () => buildMail("Content-Transfer-Encoding: base64", flood("a=", 19 * MIB)),
    outcome: "no-report",
  },
  {
    name: "quoted-printable of 19 MiB of signs",
    build: () => buildMail("Content-Transfer-Encoding: quoted-printable", flood("=", 19 * MIB)),
    outcome: "no-report",
  },
  {
    name: "quoted-printable of soft breaks",
    build: () => buildMail("Content-Transfer-Encoding: quoted-printable", flood("=\r\n", 19 * MIB)),
    outcome: "no-report",
  },
  {
    name: "uuencode",
    build: () => buildMail("Content-Transfer-Encoding: x-uuencode", `begin 644 a\n${flood("M!!\n", MIB)}end`),
    outcome: "no-report",
  },
  {
    name: "an external body",
    build: () => buildMail('Content-Type: message/external-body; access-type=URL; URL="http://127.0.0.1/"', ""),
    outcome: "no-report",
  },
  {
    name: "a piece of a mail",
    build: () => buildMail("Content-Type: message/partial; id=a; number=1; total=9", "half"),
    outcome: "no-report",
  },
  {
    name: "text that looks like mail, XML and JSON all over",
    build: () => Buffer.from(flood('x <To: {"a":<', 19 * MIB)),
    outcome: "no-report",
  },
];

export const hostileMails: readonly HostileSubmission[] = [...structure, ...headers, ...bodies];
