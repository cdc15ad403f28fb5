import { gzipSync } from "node:zlib";
import { attachment, buildZip } from "@ruaflow/dmarc/testing";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailResolver, type Resolve } from "./resolver.ts";
import { createMailSender, type MailSender } from "./testing/index.ts";
import { judgeDocuments } from "./testing/judge-documents.ts";

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<feedback>\n <version>1.0</version>\n</feedback>\n';
const gz = gzipSync(xml);
const zip = buildZip([{ name: "google.com!in.example!1!2.xml", data: xml }]);

let dns: TestDnsServer;
let sender: MailSender;
let resolve: Resolve;

beforeAll(async () => {
  dns = await startDnsServer();
  sender = createMailSender(dns);
  sender.publish("reporter.example", { dmarc: "v=DMARC1; p=reject", spf: "v=spf1 ip4:192.0.2.1 -all" });
  resolve = createMailResolver({ servers: [dns.address], timeoutMs: 1000 });
});

afterAll(() => dns.stop());

const google = ["mime-version", "date", "message-id", "subject", "from", "to"];
const microsoft = ["from", "date", "subject", "message-id", "content-type", "mime-version"];
const opendkim = [
  "from",
  "to",
  "subject",
  "date",
  "message-id",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
];
const rspamd = [
  "from",
  "from",
  "to",
  "to",
  "subject",
  "subject",
  "date",
  "date",
  "message-id",
  "content-type",
  "mime-version",
];
const ses = ["subject", "from", "to", "mime-version", "content-type", "message-id", "date", "feedback-id"];
const yahoo = ["date", "from", "to", "subject", "references", "reply-to", "from", "subject"];
const onlyFrom = ["from"];
const oversigned = [...opendkim, ...opendkim, "content-disposition"];

const lines = (data: Buffer): string => data.toString("base64").replace(/.{76}/g, "$&\r\n");
const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
const single = (type: string, encoding: string, body: string) => ({
  fields: `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="r!in.example!1!2.xml.gz"\r\n${encoding && `Content-Transfer-Encoding: ${encoding}\r\n`}`,
  body,
});
const mixed = (parts: readonly string[], before = "", boundary = "=_b1.2") => ({
  fields: `Content-Type: multipart/mixed;\r\n\tboundary="${boundary}"\r\n`,
  body: `${before}${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`,
});
const words = "Content-Type: text/plain; charset=us-ascii\r\n\r\nThis is an aggregate report.\r\n";
const { header, body } = attachment("r!in.example!1!2.xml.gz", gz, "application/gzip");
const packed = `${header}\r\n\r\n${body}`;
const plain = `Content-Type: text/xml; name=r.xml\r\nContent-Disposition: attachment; filename=r.xml\r\n\r\n${crlf(xml)}`;
const quotedXml = crlf(xml).replaceAll("=", "=3D");
const nested = `Content-Type: multipart/alternative; boundary=in\r\n\r\n--in\r\n${words}--in--\r\n`;

test.each([
  ["one zip, as Google sends it", google, single("application/zip; name=r.zip", "base64", lines(zip))],
  ["one gzip, its type not signed", google, single("application/gzip", "base64", lines(gz))],
  ["one gzip in one line", google, single("application/gzip", "base64", gz.toString("base64"))],
  ["text and gzip, as Microsoft sends them", microsoft, mixed([words, packed])],
  ["text and gzip, its type not signed", google, mixed([words, packed])],
  [
    "text and gzip behind a preamble",
    google,
    mixed([words, packed], "This is a multi-part message in MIME format.\r\n\r\n"),
  ],
  ["a preamble of MIME tools", google, mixed([packed], "This is a multi-part message in MIME format...\r\n\r\n")],
  ["a preamble of Postfix", google, mixed([packed], "This is a MIME-encapsulated message.\r\n\r\n")],
  [
    "a preamble of Outlook",
    google,
    mixed(
      [packed],
      "> This message is in MIME format. Since your mail reader does not understand\r\nthis format, some or all of this message may not be legible.\r\n\r\n".slice(
        2,
      ),
    ),
  ],
  ["any preamble, its type signed", opendkim, mixed([words, packed], "Guten Tag!\r\n")],
  ["any epilogue, its type signed", opendkim, { ...mixed([packed]), body: `${mixed([packed]).body}Bye.\r\n` }],
  ["text and gzip, all signed", opendkim, mixed([words, packed])],
  ["text and gzip, oversigned", oversigned, mixed([words, packed])],
  ["text and gzip, as rspamd signs", rspamd, mixed([words, packed])],
  ["text and gzip, as Amazon SES signs", ses, mixed([words, packed])],
  ["text and gzip, as Yahoo signs", yahoo, mixed([words, packed], "", "----=_Part_1_2.3")],
  ["only From signed", onlyFrom, mixed([words, packed])],
  ["parts in parts", google, mixed([nested, packed])],
  ["plain XML beside text", google, mixed([words, plain])],
  ["plain XML as the only part", google, mixed([plain])],
  ["XML as the text of the mail", opendkim, { fields: "Content-Type: text/xml\r\n", body: crlf(xml) }],
  ["XML as the text, its type not signed", google, { fields: "Content-Type: text/plain\r\n", body: crlf(xml) }],
  [
    "XML as quoted-printable text",
    opendkim,
    { fields: "Content-Type: text/xml\r\nContent-Transfer-Encoding: quoted-printable\r\n", body: quotedXml },
  ],
  [
    "XML as quoted-printable text, not signed",
    google,
    { fields: "Content-Type: text/xml\r\nContent-Transfer-Encoding: quoted-printable\r\n", body: quotedXml },
  ],
  [
    "XML whose URL has an escape, not signed",
    google,
    { fields: "Content-Type: text/xml\r\n", body: crlf(xml).replace("1.0</", "a?b=3Dc</") },
  ],
  [
    "a type without its hyphen",
    google,
    {
      ...single("application/gzip", "base64", lines(gz)),
      fields: "ContentType: application/gzip; name=r.gz\r\nContent-Transfer-Encoding: base64\r\n",
    },
  ],
  [
    "two fields MIME-Version and To",
    google,
    { ...mixed([packed]), fields: `${mixed([packed]).fields}MIME-Version: 1.0\r\nTo: b@in.example\r\n` },
  ],
  [
    "the mark of a machine",
    opendkim,
    { ...mixed([packed]), fields: `${mixed([packed]).fields}Auto-Submitted: auto-generated\r\nPrecedence: bulk\r\n` },
  ],
  [
    "names in raw UTF-8",
    opendkim,
    { ...mixed([packed]), fields: `${mixed([packed]).fields}X-Sender: J\u00fcrgen\r\n` },
  ],
])("%s keeps its trust", async (_, fields, mail) => {
  const base =
    "From: Reports <dmarc@reporter.example>\r\nTo: d@in.example\r\nSubject: Report Domain: in.example\r\nDate: today\r\nMIME-Version: 1.0\r\nMessage-ID: <1@reporter.example>\r\n";
  const header = mail.fields.includes("MIME-Version") ? base.replace("MIME-Version: 1.0\r\n", "") : base;
  const written = Buffer.from(`${header}${mail.fields}\r\n${mail.body}`);
  const signed = await sender.sign(written, { domain: "reporter.example", fields });
  expect(await judgeDocuments(signed, resolve)).toEqual(["dmarc"]);
  const received = "Received: from a by b\r\n\twith ESMTP; today\r\nAuthentication-Results: b; dkim=pass\r\n";
  expect(await judgeDocuments(Buffer.concat([Buffer.from(received), signed]), resolve)).toEqual(["dmarc"]);
  const session = { clientAddress: "192.0.2.1", helo: "mx.reporter.example", mailFrom: "dmarc@reporter.example" };
  expect(await judgeDocuments(written, resolve, session)).toEqual(["dmarc"]);
  const asFile = Buffer.from(signed.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  expect(await judgeDocuments(asFile, resolve)).toEqual(["dmarc"]);
});
