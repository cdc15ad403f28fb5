import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openEnvelope } from "../open-envelope.ts";
import { collectEntries, inChunks } from "../testing/collect-entries.ts";
import { attachment, buildMail, buildMultipart, text, toBase64Lines } from "../testing/mail-builder.ts";
import { buildZip } from "../testing/zip-builder.ts";

const xml = '<?xml version="1.0"?>\r\n<feedback/>\r\n';
const gz = gzipSync(xml);
const zip = buildZip([{ name: "a.xml", data: xml }]);
const noise = Buffer.from("00010220 6e6f7420".replace(" ", "").repeat(20), "hex");
const found = `s > a.xml.gz: ${xml}`;

describe("an attachment that is called a packed file is never no report", () => {
  test.each([
    ["a.xml.gz", "application/octet-stream"],
    ["a.zip", "application/octet-stream"],
    ["a.xml", "application/gzip"],
    ["a", "application/x-zip-compressed"],
  ])("%s of type %s, whose bytes are none", async (name, type) => {
    const words = Buffer.from("The attachment was removed by a virus scanner.");
    for (const bytes of [noise, words, Buffer.from("<html><p>removed</p></html>")])
      expect(await collectEntries(buildMultipart([text("hello"), attachment(name, bytes, type)]))).toEqual([
        `s > ${name}: corrupt`,
      ]);
  });

  test.each([
    ["a.xml.gz", gz],
    ["a.zip", zip],
  ])("%s that is cut at any byte", async (name, bytes) => {
    const outcomes = new Set<string>();
    for (let length = 0; length < bytes.length; length += 1) {
      const mail = buildMultipart([text("hello"), attachment(name, bytes.subarray(0, length))]);
      for (const line of await collectEntries(mail)) outcomes.add(line);
    }
    expect([...outcomes].every((line) => /: (?:truncated|corrupt)$/.test(line))).toBe(true);
    expect(outcomes).toContain(`s > ${name}: truncated`);
  });

  test("in base64 that is cut, and as a file of its own", async () => {
    const { header, body } = attachment("a.xml.gz", gz);
    const cut = { header, body: body.slice(0, -12) };
    expect(await collectEntries(buildMultipart([text("hello"), cut]))).toEqual(["s > a.xml.gz: truncated"]);
    expect(await collectEntries(noise, { name: "report.xml.gz" })).toEqual(["report.xml.gz: corrupt"]);
    expect(await collectEntries(noise, { name: "report.xml" })).toEqual(["report.xml: no-report"]);
  });

  test("and a person is told whom to ask", async () => {
    const mail = buildMultipart([attachment("a.xml.gz", noise)]);
    for await (const entry of openEnvelope(inChunks(mail))) {
      expect(entry).toMatchObject({ reason: "corrupt", detail: expect.stringContaining("Ask its sender") });
    }
  });

  test("unless it holds a report as it is", async () => {
    const plain = buildMultipart([attachment("a.xml.gz", Buffer.from(xml))]);
    expect(await collectEntries(plain)).toEqual([found]);
  });
});

test("a data file of Outlook is refused as what it is", async () => {
  const pst = Buffer.concat([Buffer.from("!BDN"), noise]);
  expect(await collectEntries(pst)).toEqual(["s: outlook-pst"]);
  expect(await collectEntries(buildMultipart([attachment("mail.pst", pst)]))).toEqual(["s > mail.pst: outlook-pst"]);
});

const { header, body } = attachment("a.xml.gz", gz);
const toBody = (boundary: string) => `A preamble.\r\n--${boundary}\r\n${header}\r\n\r\n${body}\r\n--${boundary}--\r\n`;

describe("a mail whose header is damaged is read, and proves nothing", () => {
  test.each([
    [
      "a boundary on a line without a blank",
      buildMail('Content-Type: multipart/mixed;\r\nboundary="=_b1"', toBody("=_b1")),
    ],
    ["one with a colon", buildMail('Content-Type: multipart/mixed;\r\nboundary="a:b"', toBody("a:b"))],
    ["no boundary", buildMail("Content-Type: multipart/mixed", toBody("----=_Part_1"))],
    ["an empty boundary", buildMail('Content-Type: multipart/mixed; boundary=""', toBody("b"))],
    ["a boundary that no line has", buildMail('Content-Type: multipart/mixed; boundary="cc"', toBody("bb"))],
    [
      "such a boundary of a part",
      buildMultipart([{ header: 'Content-Type: multipart/mixed; boundary="cc"', body: toBody("bb") }]),
    ],
    ["quoted pairs", buildMail('Content-Type: multipart/mixed; boundary="a\\"b\\\\c"', toBody('a"b\\c'))],
    [
      "a line of tabs at the end",
      Buffer.from(`Subject: r\r\nContent-Type: multipart/mixed; boundary="b"\r\n\t\t\r\n${toBody("b")}`),
    ],
    [
      "a line of blanks at the end of a part's header",
      Buffer.from(
        `Subject: r\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n${header}\r\n \t\r\n${body}\r\n--b--\r\n`,
      ),
    ],
  ])("%s", async (_, mail) => {
    expect(await collectEntries(mail)).toEqual([found]);
    const mails: unknown[] = [];
    for await (const entry of openEnvelope(inChunks(mail))) if (entry.kind === "document") mails.push(entry.mail);
    expect(mails).toEqual([Buffer.alloc(0)]);
  });

  test("a line of blanks inside of a header is a fold", async () => {
    const folded = Buffer.from(
      `Subject: r\r\n \t\r\nContent-Type: multipart/mixed;\r\n\t\r\n boundary="b"\r\n\r\n${toBody("b")}`,
    );
    expect(await collectEntries(folded)).toEqual([found]);
  });

  test("a line of dashes in the text of a mail without parts is no boundary", async () => {
    const mail = buildMail("Content-Type: text/plain", `-- \r\nA name\r\n----\r\n\r\n${toBase64Lines(noise)}`);
    expect(await collectEntries(mail)).toEqual(["s: no-report"]);
  });
});

describe("mail of other kinds is called what it is", () => {
  const words = [
    "A message claiming to be from you has failed the published DMARC policy for your domain.",
    "",
    "  Sender Domain: Example.com",
    "  Sender IP Address: 203.0.113.5",
    "  SPF Alignment: no",
    "  DKIM Alignment: no",
    "  DMARC Results: Reject",
    "",
    "Received: from x.example by gw.example",
  ].join("\r\n");
  const feedback = (type: string) =>
    buildMultipart(
      [
        text("A report."),
        {
          header: "Content-Type: message/feedback-report",
          body: `Feedback-Type: ${type}\r\nReported-Domain: example.com\r\n`,
        },
        { header: "Content-Type: message/rfc822", body: "From: a@example.com\r\nSubject: buy\r\n\r\nx" },
      ],
      "report",
    );

  test.each([
    ["a failure report in words", buildMail("Content-Type: text/plain", words), "failure-report"],
    ["one in a part", buildMultipart([text(words)]), "failure-report"],
    ["a failure report", feedback("auth-failure"), "failure-report"],
    ["a complaint", feedback("abuse"), "complaint"],
    ["a complaint of another type", feedback("not-spam (really)"), "complaint"],
  ])("%s", async (_, mail, what) => {
    const entries = [];
    for await (const entry of openEnvelope(inChunks(mail))) entries.push(entry);
    expect(entries).toMatchObject([{ kind: "not-aggregate", what, domain: "example.com" }]);
  });
});
