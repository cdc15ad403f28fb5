import { gzipSync } from "node:zlib";
import { listHostile } from "./hostile-submission.ts";
import { attachment, buildMail, buildMultipart, text } from "./mail-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const other = "<other/>";
const report = attachment("a.gz", gzipSync(xml));
const part = (body: string, header = "Content-Type: text/xml"): string => `--b\r\n${header}\r\n\r\n${body}\r\n`;
const end = "--b--\r\n";
const withBoundary = (parameter: string, body = part(xml) + end): Buffer =>
  buildMail(`Content-Type: multipart/mixed; ${parameter}`, body);
const mixed = (body: string): Buffer => withBoundary("boundary=b", body);
const inRfc822 = (mail: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from("Content-Type: message/rfc822\r\n\r\n"), Buffer.from(mail)]);
/** Where the boundary cannot be found, a report in plain text is found by its own beginning. */
const prose = (body: string): string => `${part("hello", "Content-Type: text/plain")}${body}`;

const parameters = listHostile({
  "a multipart without boundary": [xml, () => withBoundary("x=y")],
  "a multipart whose boundary has no value": [xml, () => withBoundary("boundary=")],
  "a multipart whose boundary is empty": [xml, () => withBoundary('boundary=""')],
  "a multipart whose boundary is another": [xml, () => withBoundary("boundary=c")],
  "a boundary in other letters": [xml, () => withBoundary("boundary=B")],
  "a boundary in single quotes": [xml, () => withBoundary("boundary='b'")],
  "a boundary whose quotes do not end": [xml, () => withBoundary('boundary="b')],
  "a boundary with a blank before its value": [xml, () => withBoundary("boundary = b")],
  "a boundary on a line of its own": [xml, () => withBoundary("\r\n\tboundary=b")],
  "a boundary named twice": [xml, () => withBoundary("boundary=b; boundary=c")],
  "a boundary named twice, the first one wrong": [xml, () => withBoundary("boundary=c; boundary=b")],
  "a boundary in a comment": [xml, () => withBoundary("(; boundary=c) ; boundary=b")],
  "a boundary in pieces": [xml, () => withBoundary("boundary*0=b")],
  "a boundary with a charset": [xml, () => withBoundary("boundary*=us-ascii''b")],
  "a boundary of NUL": [
    xml,
    () => buildMail('Content-Type: multipart/mixed; boundary="\0"', `--\0\r\n\r\n${xml}\r\n--\0--`),
  ],
  "a boundary of bytes over 127": [
    xml,
    () => buildMail("Content-Type: multipart/mixed; boundary=\u00fc", `--\u00fc\r\n\r\n${xml}\r\n--\u00fc--`),
  ],
  "a boundary of dashes": [
    xml,
    () => buildMail("Content-Type: multipart/mixed; boundary=----", `------\r\n\r\n${xml}\r\n--------\r\n`),
  ],
  "a boundary of 100,000 letters": [xml, () => longBoundary(100_000)],
  "a boundary longer than a header may be": ["mail-too-complex", () => longBoundary(300_000)],
  "a boundary of letters that a pattern would take as signs": [
    xml,
    () => buildMail('Content-Type: multipart/mixed; boundary="(.*)+$[^"', `--(.*)+$[^\r\n\r\n${xml}\r\n--(.*)+$[^--`),
  ],
  "two types with two boundaries": [
    xml,
    () =>
      buildMail(
        "Content-Type: multipart/mixed; boundary=b\r\nContent-Type: multipart/mixed; boundary=c",
        part(xml) + end,
      ),
  ],
});

function longBoundary(length: number): Buffer {
  const boundary = "b".repeat(length);
  return buildMail(
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    `--${boundary}\r\n\r\n${xml}\r\n--${boundary}--`,
  );
}

const delimiters = listHostile({
  "a multipart without its last boundary": [`${xml}\r\n`, () => mixed(part(xml))],
  "a multipart that ends before its parts": ["no-report", () => mixed(end + part(xml))],
  "a multipart with a report behind its end": [[xml], () => mixed(part(xml) + end + part(other))],
  "a multipart with a report before its parts": [[xml], () => mixed(`${other}\r\n${part(xml)}${end}`)],
  "a boundary with text behind it": [`${xml}\r\n`, () => mixed(part(xml).replace("--b", "--bx"))],
  "a boundary with blanks behind it": [xml, () => mixed(`${part(xml)}--b-- \t \r\n`)],
  "a boundary with 300 blanks behind it": [xml, () => mixed(`${part(xml)}--b--${" ".repeat(300)}\r\n`)],
  "a boundary with blanks before it": ["no-report", () => mixed(` ${part(xml)}`)],
  "a boundary with one dash": ["no-report", () => mixed(part(xml).slice(1))],
  "a boundary after a bare LF": [xml, () => mixed(part(xml).replaceAll("\r\n", "\n") + end)],
  "a boundary after a bare CR": ["no-report", () => mixed(part(xml).replaceAll("\r\n", "\r") + end)],
  "a boundary after CR CR LF": [
    `${xml}\r`,
    () =>
      Buffer.from(
        mixed(part(xml) + end)
          .toString()
          .replaceAll("\r\n", "\r\r\n"),
      ),
  ],
  "a boundary inside a report": [
    "<feed",
    () => mixed(`${part("<feed\r\n--b\r\n\r\nback/>")}${end}`.replace("\r\n\r\nback", "\r\n\r\n back")),
  ],
  "a part without header": [xml, () => mixed(`--b\r\n\r\n${xml}\r\n${end}`)],
  "a part without header and empty line": ["no-report", () => mixed(`--b\r\n${xml}\r\n${end}`)],
  "a part of nothing": [xml, () => mixed(`--b\r\n${part(xml)}${end}`)],
  "1,000 parts": [xml, () => mixed(part("x").repeat(999) + part(xml) + end)],
  "1,001 parts": ["too-many-entries", () => mixed(part("x").repeat(1000) + part(xml) + end)],
  "100,000 boundary lines": ["too-many-entries", () => mixed("--b\r\n".repeat(100_000))],
  "100,001 lines of dashes": ["mail-too-complex", () => mixed(prose("--\r\n".repeat(100_001) + part(xml) + end))],
});

const kinds = listHostile({
  "multipart/digest": [xml, () => buildMail("Content-Type: multipart/digest; boundary=b", part(xml) + end)],
  "multipart/encrypted": [
    "encrypted",
    () => buildMail("Content-Type: multipart/encrypted; boundary=b", part("-----BEGIN PGP MESSAGE-----", "") + end),
  ],
  "multipart/signed": [xml, () => buildMultipart([report, text("-----BEGIN PGP SIGNATURE-----")], "signed")],
  "multipart of an unknown kind": [xml, () => buildMultipart([report], "x-unknown")],
  "multipart without kind": [xml, () => buildMail("Content-Type: multipart/; boundary=b", part(xml) + end)],
  "the same report as text and attachment": [
    [xml, xml],
    () => buildMultipart([{ header: "Content-Type: text/xml", body: xml }, report]),
  ],
  "a report that is cut beside one that is not": [
    ["truncated", xml],
    () => buildMultipart([attachment("a.gz", gzipSync(xml).subarray(0, 20)), report]),
  ],
  "a mail in a mail in base64": [
    xml,
    () => buildMultipart([attachment("m.eml", buildMultipart([report]), "message/rfc822")]),
  ],
  "mails 8 deep, as deep as allowed": [xml, () => nestMails(7)],
  "mails 9 deep": ["too-deep", () => nestMails(8)],
  "multiparts 8 deep, as deep as allowed": [`${xml}\r\n`, () => nestParts(8)],
  "multiparts 9 deep": ["too-deep", () => nestParts(9)],
  "a failure report with a report in its mail": [["failure-report"], failureReport],
  "a piece of a mail that is whole": [
    xml,
    () =>
      buildMail("Content-Type: message/partial; id=a; number=1; total=1", `${"Subject: s\r\nFrom: a@b\r\n\r\n"}${xml}`),
  ],
  "an external body beside a report": [
    [xml],
    () =>
      buildMultipart([
        { header: "Content-Type: message/external-body; access-type=local-file; name=/etc/passwd", body: "\r\n" },
        report,
      ]),
  ],
  "a delivery status with the mail that was not delivered": [
    [xml],
    () =>
      buildMultipart(
        [
          { header: "Content-Type: message/delivery-status", body: "Action: failed\r\n" },
          { header: "Content-Type: message/rfc822", body: buildMultipart([report]) },
        ],
        "report; report-type=delivery-status",
      ),
  ],
  "19 MiB of prose beside a report": [
    [xml],
    () => buildMultipart([text("a line of prose\r\n".repeat(1.1 * MIB)), report]),
  ],
});

function nestMails(levels: number): Buffer {
  const innermost = Buffer.concat([Buffer.from("From: a@b\r\n\r\n"), Buffer.from(xml)]);
  return Array.from({ length: levels }).reduce<Buffer>(
    (inner) => Buffer.concat([Buffer.from("From: a@b\r\n"), inRfc822(inner)]),
    innermost,
  );
}

/** Multiparts in each other, the boundaries b0, b1 and so on. */
function nestParts(levels: number): Buffer {
  const type = (level: number): string => `Content-Type: multipart/mixed; boundary=b${level}`;
  const openings = Array.from({ length: levels }, (_, i) => `--b${i}\r\n${i + 1 < levels ? type(i + 1) : ""}\r\n\r\n`);
  return buildMail(type(0), `${openings.join("")}${xml}\r\n`);
}

/** What is attached to the mail that a failure report is about is evidence, not a report. */
function failureReport(): Buffer {
  return buildMultipart(
    [
      { header: "Content-Type: message/feedback-report", body: "Feedback-Type: auth-failure\r\n" },
      { header: "Content-Type: message/rfc822", body: mixed(part(xml) + end) },
    ],
    "report; report-type=feedback-report",
  );
}

export const hostileMailParts = [...parameters, ...delimiters, ...kinds];
