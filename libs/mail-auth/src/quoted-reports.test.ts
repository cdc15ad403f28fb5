import { gzipSync } from "node:zlib";
import { buildOutlookMessage, buildZip } from "@ruaflow/dmarc/testing";
import { buildCompressedData, buildSignedData, toUuencode } from "@ruaflow/dmarc/testing/mail-forms";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMailResolver, type Resolve } from "./resolver.ts";
import { createMailSender, type MailSender } from "./testing/index.ts";
import { judgeDocuments } from "./testing/judge-documents.ts";

/** What a provider signs that leaves the structure of a mail out, as Google does. */
const WITHOUT_TYPE = ["mime-version", "date", "message-id", "subject", "from", "to"];
const WITH_TYPE = [...WITHOUT_TYPE, "content-type", "content-transfer-encoding"];

const forged = '<?xml version="1.0"?>\r\n<feedback><version>1.0</version></feedback>\r\n';
const forgedGzip = gzipSync(forged);
const notice = "Hello,\r\n\r\nyour message could not be delivered. It said:\r\n\r\n";
const footer = "\r\nSent by the mail system of google.example.\r\n";

let dns: TestDnsServer;
let sender: MailSender;
let resolve: Resolve;

beforeAll(async () => {
  dns = await startDnsServer();
  sender = createMailSender(dns);
  sender.publish("google.example", { dmarc: "v=DMARC1; p=reject", spf: "v=spf1 ip4:192.0.2.1 -all" });
  sender.publish("mx.google.example", { spf: "v=spf1 ip4:192.0.2.1 -all" });
  resolve = createMailResolver({ servers: [dns.address], timeoutMs: 1000 });
});

afterAll(() => dns.stop());

const base =
  "From: mailer@google.example\r\nTo: d@in.example\r\nSubject: Re: x\r\nDate: today\r\nMIME-Version: 1.0\r\n";

function write(fields: string, body: string): Buffer {
  return Buffer.from(`${base}${fields}\r\n${body}`, "latin1");
}

function sign(mail: Buffer, fields = WITHOUT_TYPE): Promise<Buffer> {
  return sender.sign(mail, { domain: "google.example", fields });
}

/** A signed multipart mail whose last part is the given one, behind a text of the provider. */
function wrap(header: string, body: string, type = 'multipart/mixed; boundary="b1"'): Promise<Buffer> {
  const parts = `--b1\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n--b1\r\n${header}\r\n\r\n${body}\r\n--b1--\r\n`;
  return sign(write(`Content-Type: ${type}\r\n`, parts), WITH_TYPE);
}

function base64(data: Buffer | string): string {
  return Buffer.from(data).toString("base64").replace(/.{76}/g, "$&\r\n");
}

const asBase64 = "Content-Transfer-Encoding: base64";
const text = "Content-Type: text/plain; charset=utf-8";

describe("a report that a mail of a provider quotes has no trust of the provider", () => {
  test.each([
    ["behind words", notice + forged],
    ["in front of words", forged + footer],
    ["between words", notice + forged + footer],
    ["behind an address in angle brackets", `<mailer@google.example> wrote:\r\n${forged}`],
    ["behind something that looks like a tag", `<mailto:a> wrote:\r\n${forged}`],
    ["behind an open tag", `<blockquote>\r\n${forged.slice(forged.indexOf("<feed"))}`],
    ["in markup", `<blockquote>\r\n${forged.slice(forged.indexOf("<feed"))}</blockquote>`],
    ["around words", `${forged}${footer}${forged}`],
    ["as base64 in front of words", `${base64(forgedGzip)}${footer}`],
  ])("%s, in a mail of one text", async (_, body) => {
    expect(await judgeDocuments(await sign(write(`${text}\r\n`, body), WITH_TYPE), resolve)).not.toContain("dmarc");
    expect(await judgeDocuments(await sign(write(`${text}\r\n`, body)), resolve)).not.toContain("dmarc");
  });

  test.each([
    ["behind words", text, notice + forged],
    ["in front of words", text, forged + footer],
    ["behind words that are base64", `${text}\r\n${asBase64}`, base64(notice + forged)],
    ["in front of words that are base64", `${text}\r\n${asBase64}`, base64(forged + footer)],
    ["behind words, quoted-printable", `${text}\r\nContent-Transfer-Encoding: quoted-printable`, notice + forged],
    ["as a zip behind words", text, `${notice}${buildZip([{ name: "a.xml", data: forged }]).toString("latin1")}`],
    ["in a file of text", `${text}; name="original.txt"\r\nContent-Disposition: attachment`, notice + forged],
    ["in a file behind an address", `${text}; name="a.txt"`, `<mailer@google.example> wrote:\r\n${forged}`],
    ["as an encoding that readers know differently", "Content-Transfer-Encoding: x-base64", base64(forged)],
    ["in a mailbox", text, `From a@b Fri Jul  8 12:08:34 2011\r\n\r\n${forged}`],
  ])("%s, in a part", async (_, header, body) => {
    expect(await judgeDocuments(await wrap(header, body), resolve)).toEqual(["quoted"]);
  });
});

describe("a report in a mail that a provider encloses is judged by that mail", () => {
  const original = `X-Any: 1\r\n\r\n${forged}`;
  test.each([
    ["message/rfc822 without known fields", "Content-Type: message/rfc822", original],
    ["message/rfc822 without fields", "Content-Type: message/rfc822", `\r\n${forged}`],
    ["message/rfc822 of XML", "Content-Type: message/rfc822", forged],
    ["message/global", "Content-Type: message/global", original],
    ["text/rfc822-headers", "Content-Type: text/rfc822-headers", original],
    ["text/rfc822-headers of XML", "Content-Type: text/rfc822-headers", forged],
    ["message/delivery-status", "Content-Type: message/delivery-status", `Reporting-MTA: dns; a\r\n\r\n${forged}`],
    ["a type in upper case with blanks", "Content-Type:   MESSAGE/RFC822 ; x=y", original],
    ["a saved mail", 'Content-Type: application/octet-stream; name="a.EML"', forged],
    [
      "a mail that Outlook saved",
      `Content-Type: application/octet-stream; name="a.msg"\r\n${asBase64}`,
      base64(buildOutlookMessage([forgedGzip])),
    ],
    [
      "a saved mail in a zip",
      `Content-Type: application/zip; name="a.zip"\r\n${asBase64}`,
      base64(buildZip([{ name: "folder/a.eml", data: forged }])),
    ],
  ])("%s", async (_, header, body) => {
    expect(await judgeDocuments(await wrap(header, body), resolve)).toEqual(["quoted"]);
  });

  test("a mail with known fields has no signature of its own", async () => {
    const inner = `From: mailer@google.example\r\nSubject: s\r\n\r\n${forged}`;
    expect(await judgeDocuments(await wrap("Content-Type: message/rfc822", inner), resolve)).toEqual(["no-signature"]);
  });

  test("the parts of a digest are mails, also without a type", async () => {
    const mail = await wrap("X-Any: 1", `\r\n${forged}`, 'multipart/digest; boundary="b1"');
    expect(await judgeDocuments(mail, resolve)).toEqual(["quoted"]);
  });

  test("a mail that is nothing but another mail", async () => {
    const mail = await sign(write("Content-Type: message/rfc822\r\n", `X-Any: 1\r\n\r\n${forged}`), WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).toEqual(["quoted"]);
  });
});

describe("what a provider signed with S/MIME, its certificate aside", () => {
  const entity = `Content-Type: text/xml\r\n\r\n${forged}`;
  const inSmime = (content: string) => base64(buildSignedData(Buffer.from(content)));
  const fields = `Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n${asBase64}\r\n`;

  test("is its mail's own, if it is the whole mail", async () => {
    expect(await judgeDocuments(await sign(write(fields, inSmime(entity)), WITH_TYPE), resolve)).toEqual(["dmarc"]);
    expect(await judgeDocuments(await sign(write(fields, inSmime(entity))), resolve)).toEqual(["dmarc"]);
    expect(await judgeDocuments(write(fields, inSmime(entity)), resolve)).toEqual(["no-signature"]);
  });

  const parts = `--b1\r\nContent-Type: text/xml\r\n\r\n${forged}--b1--\r\n`;
  test.each([
    ["an answer", `Content-Type: multipart/report; boundary=b1\r\n\r\n${parts}`],
    ["a reply of a machine", `Content-Type: text/xml\r\nAuto-Submitted: auto-replied\r\n\r\n${forged}`],
    ["a mail of a list", `Content-Type: text/xml\r\nList-Id: <a.example>\r\n\r\n${forged}`],
    ["another mail", `Content-Type: message/rfc822\r\n\r\nX-Any: 1\r\n\r\n${forged}`],
    ["a quotation", `Content-Type: text/plain\r\n\r\n${notice}${forged}`],
    ["a header that readers end in different places", `Content-Type: text/xml\r\r\n\r\n${forged}`],
    [
      "a boundary behind a lone carriage return",
      `Content-Type: multipart/mixed; boundary=b1\r\n\r\nx\r--b1\r\n\r\n${parts}`,
    ],
    ["a report without a header", forged],
  ])("has no trust of the mail when it is %s", async (_, content) => {
    const mail = await sign(write(fields, inSmime(content)), WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).toEqual(["quoted"]);
  });

  test("has no trust of the mail as an attachment, nor when it is signed twice", async () => {
    const attached = await wrap(`Content-Type: application/pkcs7-mime; name=smime.p7m\r\n${asBase64}`, inSmime(entity));
    expect(await judgeDocuments(attached, resolve)).not.toContain("dmarc");
    const twice = await sign(write(fields, inSmime(`${fields}\r\n${inSmime(entity)}`)), WITH_TYPE);
    expect(await judgeDocuments(twice, resolve)).not.toContain("dmarc");
  });

  test("is not found by an encoding that no one signed", async () => {
    const mail = await sign(write(`${fields.replace("base64", "7bit")}`, inSmime(entity)));
    expect(await judgeDocuments(mail, resolve)).toEqual([]);
  });
});

test("what S/MIME compressed has no trust of the mail that it is in, whole or attached", async () => {
  const report = buildCompressedData(Buffer.from(forged));
  const fields = `Content-Type: application/pkcs7-mime; smime-type=compressed-data; name=smime.p7z\r\n${asBase64}\r\n`;
  expect(await judgeDocuments(await sign(write(fields, base64(report)), WITH_TYPE), resolve)).toEqual(["quoted"]);
  expect(await judgeDocuments(await wrap(fields.trimEnd(), base64(report)), resolve)).toEqual(["quoted"]);
  const entity = buildCompressedData(Buffer.from(`Content-Type: text/xml\r\n\r\n${forged}`));
  expect(await judgeDocuments(await sign(write(fields, base64(entity)), WITH_TYPE), resolve)).not.toContain("dmarc");
});

describe("a form of mail that not all readers know", () => {
  const toUtf16 = (bytes: Buffer) => Buffer.from(bytes.toString("latin1"), "utf16le");
  const toLoneReturns = (bytes: Buffer) => replace(bytes, "\r\n", "\r");
  const forms: [string, (mail: Buffer) => Buffer][] = [
    ["behind a byte-order mark", (mail) => Buffer.concat([Buffer.from("\ufeff"), mail])],
    ["behind a separator", (mail) => Buffer.concat([Buffer.from(">From a@b Fri Jul  8 12:08:34 2011\r\n"), mail])],
    ["in UTF-16", toUtf16],
    ["with carriage returns as line ends", toLoneReturns],
    ["of Apple Mail", (mail) => Buffer.concat([Buffer.from(`${mail.length}\n`), mail, Buffer.from("<plist/>")])],
  ];

  test.each(forms)("%s, is judged by the bytes that it stands for", async (_, wrapped) => {
    const mail = await sign(write("Content-Type: text/xml\r\n", forged), WITH_TYPE);
    expect(await judgeDocuments(wrapped(mail), resolve)).toEqual(["dmarc"]);
    expect(await judgeDocuments(wrapped(write("Content-Type: text/xml\r\n", forged)), resolve)).toEqual([
      "no-signature",
    ]);
    expect(await judgeDocuments(wrapped(await echo(notice + forged)), resolve)).toEqual(["quoted"]);
  });

  test.each(forms)("%s, has no trust of the mail that encloses it", async (_, wrapped) => {
    const inner = wrapped(write("Content-Type: text/xml\r\n", forged));
    for (const name of ["a.bin", "a.emlx"]) {
      const header = `Content-Type: application/octet-stream; name="${name}"\r\n${asBase64}`;
      expect(await judgeDocuments(await wrap(header, base64(inner)), resolve)).not.toContain("dmarc");
    }
    const quotation = `Content-Type: text/plain\r\n${asBase64}`;
    expect(
      await judgeDocuments(await wrap(quotation, base64(wrapped(Buffer.from(notice + forged)))), resolve),
    ).not.toContain("dmarc");
  });

  const attached = `Content-Type: text/xml\r\n\r\n${forged}`;
  test.each([
    ["a boundary in pieces", "boundary*0=b; boundary*1=1"],
    ["a boundary in octets", "boundary*=us-ascii''b%31"],
    ["a boundary beside one in pieces", "boundary=b1; boundary*0=b2"],
  ])("%s proves nothing", async (_, parameter) => {
    const body = `--b1\r\n${attached}--b1--\r\n`;
    const mail = await sign(write(`Content-Type: multipart/mixed; ${parameter}\r\n`, body), WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).toEqual(["quoted"]);
  });

  test("base64 in pieces proves nothing, for others end at the first", async () => {
    const pieces = [forged.slice(0, 25), forged.slice(25)].map((piece) => base64(piece)).join("\r\n");
    expect(await judgeDocuments(await wrap(`Content-Type: text/xml\r\n${asBase64}`, pieces), resolve)).toEqual([
      "quoted",
    ]);
    const mail = await sign(write(`Content-Type: text/xml\r\n${asBase64}\r\n`, pieces), WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).toEqual(["quoted"]);
  });

  test("uuencode proves nothing", async () => {
    const body = toUuencode("a.xml", Buffer.from(forged));
    for (const header of [text, `${text}; name=a.uue`, "Content-Transfer-Encoding: x-uuencode"]) {
      expect(await judgeDocuments(await wrap(header, body), resolve)).toEqual(["quoted"]);
      expect(await judgeDocuments(await sign(write(`${header}\r\n`, body), WITH_TYPE), resolve)).toEqual(["quoted"]);
    }
    expect(await judgeDocuments(Buffer.from(body), resolve)).toEqual(["file"]);
    expect(await judgeDocuments(Buffer.from(notice + body), resolve)).toEqual(["quoted"]);
  });
});

/** A true mail of the provider whose text repeats what an attacker wrote; its type is not signed. */
function echo(body: string): Promise<Buffer> {
  return sign(write("Content-Type: text/plain\r\n", body));
}

function replace(mail: Buffer, from: string, to: string): Buffer {
  return Buffer.from(
    mail.toString("latin1").replaceAll(from, () => to),
    "latin1",
  );
}

const evilPart = `--evil\r\nContent-Type: text/xml\r\n\r\n${forged}--evil--\r\n`;
const evilType = 'Content-Type: multipart/mixed; boundary="evil"';

describe("a field that no signature covers does not say where a report is", () => {
  test.each([
    ["a boundary of the attacker behind words", notice + evilPart, evilType],
    ["a boundary of the attacker in front of words", evilPart + footer, evilType],
    ["a boundary without an end", `--evil\r\nContent-Type: text/xml\r\n\r\n${forged}`, evilType],
    ["a second boundary", `--first\r\n\r\nx\r\n--first--\r\n${evilPart}`, evilType],
    [
      "a second boundary behind a preamble",
      `This message is in MIME format. Your mail reader\r\n--first\r\n\r\nx\r\n${evilPart}`,
      evilType,
    ],
    [
      "base64 between signs that base64 does not have",
      `***\r\n\r\n${base64(forgedGzip)}\r\n***\r\n`,
      `Content-Type: application/gzip\r\n${asBase64}`,
    ],
    ["a boundary behind a line of dashes", `-- \r\n${evilPart}`, evilType],
    ["a boundary behind made up words", `This is a reply to "MIME message":\r\n\r\n${evilPart}`, evilType],
    [
      "base64 behind words of the right length",
      `It said:\r\n\r\nxx${base64(buildZip([{ name: "a.xml", data: forged }]))}\r\n`,
      `Content-Type: application/zip\r\n${asBase64}`,
    ],
    [
      "an encoding that joins lines",
      forged.replace("1.0</", "1.=\r\n0</"),
      "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable",
    ],
  ])("%s, in place of the true type", async (_, body, type) => {
    const mail = replace(await echo(body), "Content-Type: text/plain", type);
    expect(await judgeDocuments(mail, resolve)).not.toContain("dmarc");
  });

  test.each([
    ["on top", (mail: string) => `${evilType}\r\n${mail}`],
    ["on top without its hyphen", (mail: string) => `${evilType.replace("-", "")}\r\n${mail}`],
    [
      "on top in small letters with a blank",
      (mail: string) => `${evilType.replace(":", " :").toLowerCase()}\r\n${mail}`,
    ],
    ["below", (mail: string) => mail.replace("\r\n\r\n", `\r\n${evilType}\r\n\r\n`)],
  ])("a second type %s, of a mail whose type is signed", async (_, change) => {
    const mail = await sign(write("Content-Type: text/plain\r\n", evilPart), WITH_TYPE);
    expect(await judgeDocuments(Buffer.from(change(mail.toString("latin1")), "latin1"), resolve)).not.toContain(
      "dmarc",
    );
  });

  test("a type without its hyphen, of a mail that says to have none", async () => {
    const mail = await sign(write("", `Hello.\r\n${evilPart}`), WITH_TYPE);
    expect(await judgeDocuments(replace(mail, "MIME", `${evilType.replace("-", "")}\r\nMIME`), resolve)).not.toContain(
      "dmarc",
    );
  });

  test.each([
    "Content-Transfer-Encoding: base64",
    "Content-Transfer-Encoding: 7bit",
    "Content-Disposition: attachment; filename=a",
    "Subject: Report",
  ])("a second %s", async (field) => {
    const one = write(
      `Content-Type: text/xml\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: 8bit\r\n`,
      forged,
    );
    const mail = await sign(one, WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).toEqual(["dmarc"]);
    const twice = Buffer.concat([Buffer.from(`${field}\r\n`), mail]);
    expect(await judgeDocuments(twice, resolve)).not.toContain("dmarc");
  });

  const joined = forged.replace("1.0</", "1.=\r\n0</");
  const quoted = "Content-Transfer-Encoding: quoted-printable\r\n";

  test.each([
    ["of a field that is added", "MIME-V", "Content-Disposition: attachment; filename=a.xml\r\nMIME-V"],
    ["of the type", "Content-Type: text/plain", 'Content-Type: text/plain; name="a.xml"'],
  ])("the name of a file %s", async (_, from, to) => {
    const fields = [...WITHOUT_TYPE, "content-transfer-encoding"];
    const mail = await sign(write("Content-Type: text/plain\r\n", `${forged}${footer}`), fields);
    expect(await judgeDocuments(replace(mail, from, to), resolve)).toEqual(["quoted"]);
  });

  test("an encoding that is added, beside a type that is signed", async () => {
    const mail = await sign(write("Content-Type: text/xml\r\n", joined), [...WITHOUT_TYPE, "content-type"]);
    expect(await judgeDocuments(replace(mail, "MIME-V", `${quoted}MIME-V`), resolve)).toEqual(["unsigned-structure"]);
  });

  test("an encoding that is taken away", async () => {
    const body = joined.replaceAll('="', '=3D"');
    const mail = await sign(write(`Content-Type: text/xml\r\n${quoted}`, body));
    expect(await judgeDocuments(mail, resolve)).toEqual(["dmarc"]);
    expect(await judgeDocuments(replace(mail, quoted, ""), resolve)).toEqual(["unsigned-structure"]);
  });

  test("a type that hides its boundary in the name of a file", async () => {
    const type = 'Content-Type: multipart/mixed; name="a; boundary=evil"; boundary=b1';
    const mail = await sign(write(`${type}\r\n`, `--b1\r\n\r\nHello.\r\n${evilPart}--b1--\r\n`), WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).not.toContain("dmarc");
  });
});

describe("a header that readers end in different places proves nothing", () => {
  const breaks = {
    "CR CR LF": "\r\r\n\r\r\n",
    "CR LF CR CR LF": "\r\n\r\r\n",
    "CR CR LF LF": "\r\r\n\n",
    "LF CR CR LF": "\n\r\r\n",
    "CR CR": "\r\r",
    "LF CR LF": "\n\r\n",
  };
  test.each(Object.entries(breaks))("%s in a field that is not signed", async (_, end) => {
    const mail = await echo("Hello.\r\n");
    const changed = Buffer.concat([Buffer.from(`Received: by a${end}${forged}`, "latin1"), mail]);
    expect(await judgeDocuments(changed, resolve)).not.toContain("dmarc");
  });

  test.each([
    ["a line that is no field", "no field\r\n"],
    ["a NUL", "X-Any: \0\r\n"],
    ["a form feed", "X-Any: a\fb\r\n"],
    ["a lone carriage return", "X-Any: a\rContent-Type: text/xml\r\n"],
    ["a blank before a colon", "X-Any : a\r\n"],
    ["a name of nothing", ": a\r\n"],
    ["a name with bytes over 127", "X-\xe9: a\r\n"],
    ["a fold first", " a\r\n"],
  ])("%s", async (_, line) => {
    const mail = await sign(write("Content-Type: text/xml\r\n", forged), WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).toEqual(["dmarc"]);
    expect(await judgeDocuments(Buffer.concat([Buffer.from(line, "latin1"), mail]), resolve)).not.toContain("dmarc");
    const below = replace(mail, "MIME-Version", `${line}MIME-Version`);
    expect(await judgeDocuments(below, resolve)).not.toContain("dmarc");
  });

  test.each([
    ["a boundary behind a lone carriage return", `Hello.\r--b1\r\n\r\n`],
    ["a boundary in front of one", `--b1\rHello.\r\n`],
    ["a boundary that ends in CR CR LF", `--b1\r\r\nHello.\r\n`],
  ])("%s", async (_, line) => {
    const parts = `--b1\r\n\r\n${line}\r\n--b1\r\nContent-Type: text/xml\r\n\r\n${forged}--b1--\r\n`;
    const mail = await sign(write("Content-Type: multipart/mixed; boundary=b1\r\n", parts), WITH_TYPE);
    expect(await judgeDocuments(mail, resolve)).not.toContain("dmarc");
  });

  test("CR CR LF in the header of a part", async () => {
    const mail = await wrap("Content-Disposition: attachment; filename=a\r\r\n\r\r\n", forged);
    expect(await judgeDocuments(mail, resolve)).not.toContain("dmarc");
  });
});

describe("a file that looks like a mail is one", () => {
  test.each([
    ["a first field that no one knows", "X-Unknown-To-All: 1\r\nFrom: a@google.example\r\n"],
    ["a first field of 100 characters", `${"X".repeat(100)}: 1\r\nReceived: by a\r\n`],
    ["5,000 bytes in front of the first known field", `X-Any: ${"x".repeat(5000)}\r\nReceived: by a\r\n`],
    ["unknown fields in front of the first known field", `${"X-Any: 1\r\n".repeat(5000)}Message-ID: <1@a>\r\n`],
    ["a folded first field", `X-Any:\r\n${" x\r\n".repeat(2000)}DKIM-Signature: v=1\r\n`],
    ["a field that lists write", "List-Id: <a.example>\r\nX-Any: 1\r\n"],
    ["a line of a mailbox without a time", "From a@google.example\r\nX-Any: 1\r\n"],
    ["a line that is no field", "X-Any: 1\r\nno field\r\nReceived: by a\r\n"],
    ["only fields that no one knows", "X-Any: 1\r\nX-Other: 2\r\n"],
    ["words and a header", "no field\r\nReceived: by a\r\n"],
  ])("%s", async (_, header) => {
    expect(await judgeDocuments(Buffer.from(`${header}\r\n${forged}`), resolve)).not.toContain("file");
  });

  test.each([
    ["a first field of 5,000 bytes", `X-Any: ${"x".repeat(5000)}\r\n`],
    ["500 fields that no one knows", "X-Any: 1234567890\r\n".repeat(500)],
  ])("and its signature counts behind %s", async (_, fields) => {
    const signed = await sign(write("Content-Type: text/xml\r\n", forged), WITH_TYPE);
    const { length } = await judgeDocuments(signed, resolve);
    expect(length).toBe(1);
    expect(await judgeDocuments(Buffer.concat([Buffer.from(fields), signed]), resolve)).toEqual(["dmarc"]);
  });

  test("and a report stays a file", async () => {
    expect(await judgeDocuments(Buffer.from(forged), resolve)).toEqual(["file"]);
    expect(await judgeDocuments(Buffer.from(`\r\n${forged}`), resolve)).toEqual(["file"]);
    expect(await judgeDocuments(gzipSync(forged), resolve)).toEqual(["file"]);
    expect(await judgeDocuments(Buffer.from(base64(forgedGzip)), resolve)).toEqual(["file"]);
  });
});

describe("an answer to another mail vouches for nothing that it carries", () => {
  const session = { clientAddress: "192.0.2.1", helo: "mx.google.example", mailFrom: "bounces@google.example" };
  const attached = `--b1\r\nContent-Type: application/gzip\r\n${asBase64}\r\n\r\n${base64(forgedGzip)}\r\n--b1--\r\n`;

  test.each([
    ["a report of a mail server", 'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"\r\n'],
    [
      "a reply of a machine",
      'Content-Type: multipart/mixed; boundary="b1"\r\nAuto-Submitted: auto-replied (vacation)\r\n',
    ],
  ])("%s, signed or sent by the provider", async (_, fields) => {
    const mail = write(fields, attached);
    expect(await judgeDocuments(await sign(mail, WITH_TYPE), resolve)).toEqual(["answer"]);
    expect(await judgeDocuments(mail, resolve, session)).toEqual(["answer"]);
  });

  test("what a host sends without a sender, or for one whose mail it forwards, is not proven by SPF", async () => {
    const mail = write('Content-Type: multipart/mixed; boundary="b1"\r\n', attached);
    expect(await judgeDocuments(mail, resolve, session)).toEqual(["dmarc"]);
    for (const mailFrom of ["", "SRS0=abc=xy=evil.example=a@google.example", "user+caf_=d=in.example@google.example"]) {
      expect(await judgeDocuments(mail, resolve, { ...session, mailFrom })).toEqual(["no-signature"]);
    }
  });
});

describe("a mailing list vouches for nothing that it passes on", () => {
  const fields = "Content-Type: text/xml\r\nList-Id: <announce.google.example>\r\n";
  const session = { clientAddress: "192.0.2.1", helo: "mx.google.example", mailFrom: "list@google.example" };

  test("by its signature, or as the server that sends it", async () => {
    const mail = write(fields, forged);
    expect(await judgeDocuments(await sign(mail, [...WITH_TYPE, "list-id"]), resolve)).toEqual(["list"]);
    expect(await judgeDocuments(mail, resolve, session)).toEqual(["no-signature"]);
  });

  test("and takes nothing from the signature of the mail that it answers", async () => {
    const mail = await sign(write("Content-Type: text/xml\r\n", forged), [...WITH_TYPE, "list-id"]);
    const listed = Buffer.concat([Buffer.from("List-Post: <mailto:a@b.example>\r\n"), mail]);
    expect(await judgeDocuments(listed, resolve)).toEqual(["dmarc"]);
  });
});

describe("one signature does not borrow the result of another that repeats it", () => {
  test("and states more fields", async () => {
    const mail = replace(await echo(evilPart + footer), "Content-Type: text/plain", evilType);
    const [field = ""] = mail.toString("latin1").split("\r\n");
    const wider = field.replace("h=", "h=content-type:content-transfer-encoding:");
    const both = Buffer.concat([Buffer.from(`${wider}\r\n`), mail]);
    expect(await judgeDocuments(both, resolve)).toEqual(["bad-signature"]);
  });

  test("and does not spoil it", async () => {
    const mail = await sign(write("Content-Type: text/xml\r\n", forged), WITH_TYPE);
    const [field = ""] = mail.toString("latin1").split("\r\n");
    const other = field.replace("d=google.example", "d=other.example");
    expect(await judgeDocuments(Buffer.concat([Buffer.from(`${other}\r\n`), mail]), resolve)).toEqual(["dmarc"]);
  });

  test("and states another domain", async () => {
    sender.publish("evil.example", { dmarc: "v=DMARC1; p=reject" });
    const own = write("Content-Type: text/xml\r\n", forged);
    const mail = await sender.sign(own, { domain: "evil.example", fields: WITH_TYPE });
    const [field = ""] = mail.toString("latin1").split("\r\n");
    const other = field.replace("d=evil.example", "d=google.example");
    expect(await judgeDocuments(Buffer.concat([Buffer.from(`${other}\r\n`), mail]), resolve)).toEqual([
      "bad-signature",
    ]);
  });
});
