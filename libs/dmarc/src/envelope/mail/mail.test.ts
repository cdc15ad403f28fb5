import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openEnvelope } from "../open-envelope.ts";
import { collectEntries, inChunks } from "../testing/collect-entries.ts";
import { attachment, buildMail, buildMultipart, text, toBase64Lines } from "../testing/mail-builder.ts";
import { buildZip } from "../testing/zip-builder.ts";

const xml = '<?xml version="1.0"?>\r\n<feedback>\r\n<a b="=C3"/>\r\n</feedback>';
const gz = gzipSync(xml);
const zip = buildZip([{ name: "a.xml", data: xml }]);
const found = (path: string): string[] => [`s > ${path}: ${xml}`];

test("the attachment of an ordinary report mail is found beside its text", async () => {
  expect(await collectEntries(buildMultipart([text("A report."), attachment("a.xml.gz", gz)]))).toEqual(
    found("a.xml.gz"),
  );
});

test.each(["text/plain", "text/xml", "application/x-gzip", "application/x-zip-compressed", "x", "text/calendar", ""])(
  "an attachment labelled %j is opened by its bytes",
  async (mediaType) => {
    expect(await collectEntries(buildMultipart([attachment("a.zip", gz, mediaType)]))).toEqual(found("a.zip"));
  },
);

test.each(["alternative", "related", "report", "signed", "digest"])("a multipart/%s is searched", async (type) => {
  expect(await collectEntries(buildMultipart([text("hi"), attachment("a.gz", gz)], type))).toEqual(found("a.gz"));
});

describe("a report that is the body of the mail itself", () => {
  test("is found as plain text", async () => {
    expect(await collectEntries(buildMail("Content-Type: text/plain", xml))).toEqual(found("part 1"));
    expect(await collectEntries(buildMail("X-Y: z", `This is a report.\r\n\r\n${xml}`))).toEqual(found("part 1"));
    expect(await collectEntries(buildMultipart([text("Hello,"), text(xml)]))).toEqual(found("part 2"));
  });

  test("is found as gzip", async () => {
    const header = 'Content-Type: application/gzip; name="a.xml.gz"\r\nContent-Transfer-Encoding: base64';
    expect(await collectEntries(buildMail(header, toBase64Lines(gz)))).toEqual(found("a.xml.gz"));
    expect(await collectEntries(buildMail("Content-Transfer-Encoding: binary", gz))).toEqual(found("part 1"));
  });
});

test("an attachment labelled as a multipart without parts is opened by its bytes", async () => {
  expect(await collectEntries(buildMultipart([attachment("a.zip", gz, "multipart/weird")]))).toEqual(found("part 1"));
});

test("a mail in a held mail costs no memory more", async () => {
  const inner = buildMultipart([attachment("a.gz", gz)])
    .toString("latin1")
    .replaceAll("=_b1", "=_b2");
  const outer = buildMultipart([{ header: "Content-Type: message/rfc822", body: inner }]);
  const limits = { heldBytesMax: outer.length };
  expect(await collectEntries(outer, { limits })).toEqual(found("part 1 > a.gz"));
});

test("inline attachments count", async () => {
  const part = attachment("a.gz", gz);
  const inline = { ...part, header: part.header.replace("attachment;", "inline;") };
  expect(await collectEntries(buildMultipart([inline]))).toEqual(found("a.gz"));
});

test("ContentType without its hyphen, as Trustwave's gateway writes it, is understood", async () => {
  const part = attachment("a.gz", gz);
  expect(
    await collectEntries(buildMultipart([{ ...part, header: part.header.replace("Content-Type", "ContentType") }])),
  ).toEqual(found("a.gz"));
  const mail = buildMultipart([part]).toString("latin1").replace("Content-Type: multipart", "ContentType: multipart");
  expect(await collectEntries(Buffer.from(mail, "latin1"))).toEqual(found("a.gz"));
});

test("base64 that is not strictly base64 is read", async () => {
  const header = "Content-Transfer-Encoding: BASE64 ";
  const broken = ` \t${gz.toString("base64").replace(/.{11}/g, "$&\r\n !")}\r\n\r\n`;
  expect(await collectEntries(buildMultipart([{ header, body: broken }]))).toEqual(found("part 1"));
  expect(await collectEntries(buildMultipart([{ header, body: xml }]))).toEqual(found("part 1"));
});

test("a mail whose line ends were converted twice is read", async () => {
  const mail = buildMultipart([text("hi"), attachment("a.gz", gz)])
    .toString("latin1")
    .replaceAll("\r\n", "\r\r\n");
  expect(await collectEntries(Buffer.from(mail, "latin1"))).toEqual(found("a.gz"));
  const inMailbox = `From a@b Fri Jul  8 12:08:34 2011\r\r\n${mail}\r\r\n\r\r\n`;
  expect(await collectEntries(Buffer.from(inMailbox.repeat(2), "latin1"))).toEqual([
    ...found("mail 1 > a.gz"),
    ...found("mail 2 > a.gz"),
  ]);
});

test.each(["", " ", " \t\r"])("a soft line break with %j behind it is taken out", async (padding) => {
  const header = "Content-Type: text/xml\r\nContent-Transfer-Encoding: quoted-printable";
  expect(await collectEntries(buildMail(header, `<feed=${padding}\r\nback/>`))).toEqual(["s > part 1: <feedback/>"]);
});

test("quoted-printable is decoded", async () => {
  const header = "Content-Type: text/xml\r\nContent-Transfer-Encoding: quoted-printable";
  const body = '<?xml version=3D"1.0"?>\r\n<feed=\r\nback>\r\n<a b=3d"=3DC3"/>\r\n</feedback>';
  expect(await collectEntries(buildMultipart([{ header, body }]))).toEqual(found("part 1"));
});

test.each([
  ["encoded words", 'filename="=?utf-8?B?w6kuZ3o=?="'],
  ["RFC 2231", "filename*=utf-8''%C3%A9.gz"],
  ["RFC 2231 in pieces", "filename*0*=utf-8''%C3%A9;\r\n filename*1=.gz"],
  ["the name of the media type", "x=y\r\nContent-Type: text/plain; name=é.gz"],
])("a file name in %s is shown", async (_, parameter) => {
  const header = `Content-Disposition: attachment; ${parameter}\r\nContent-Transfer-Encoding: base64`;
  expect(await collectEntries(buildMultipart([{ header, body: toBase64Lines(gz) }]))).toEqual(found("é.gz"));
});

test.each([
  "a.xml.gz",
  '"a.gz"',
  '"google.com!d.example!1!2.xml.gz"',
  "reports+1@a-b_c.example.gz",
  '" a.gz"',
  '"a\\"b.gz"',
  '"a.gz',
  "a.gz; size=1",
  '""',
])("the plain file name %s is shown as postal-mime reads it, whatever the media type says", async (name) => {
  const list = (disposition: string) => {
    const header = `Content-Type: application/gzip; name=other.gz\r\nContent-Disposition: ${disposition}`;
    return collectEntries(
      buildMultipart([{ header: `${header}\r\nContent-Transfer-Encoding: base64`, body: toBase64Lines(gz) }]),
    );
  };
  expect(await list(`attachment; filename=${name}`)).toEqual(await list(`attachment; x=y; filename=${name}`));
});

test("a forwarded mail is opened, encoded or not", async () => {
  const inner = buildMultipart([attachment("a.zip", zip)]);
  const plain = { header: "Content-Type: message/rfc822", body: inner.toString("latin1").replaceAll("=_b1", "=_b2") };
  expect(await collectEntries(buildMultipart([text("FYI"), plain]))).toEqual(found("part 2 > a.zip > a.xml"));
  expect(await collectEntries(buildMultipart([attachment("fwd.eml", inner)]))).toEqual(
    found("fwd.eml > a.zip > a.xml"),
  );
});

test("a failure report is recognized, and attachments of the mail it is about are not read", async () => {
  const original = { header: "Content-Type: message/rfc822", body: buildMail("Content-Transfer-Encoding: binary", gz) };
  const facts = {
    header: "Content-Type: message/feedback-report",
    body: "Feedback-Type: auth-failure\r\nVersion: 1\r\n",
  };
  expect(await collectEntries(buildMultipart([text("hi"), facts, original], "report"))).toEqual([
    "s > part 2: failure-report",
  ]);
});

test("a mail without a report is one entry", async () => {
  const html = { header: "Content-Type: text/html", body: "<html><body>We're away</body></html>" };
  expect(
    await collectEntries(buildMultipart([text("I am away."), html, attachment("unused", Buffer.from("unused"))])),
  ).toEqual(["s: no-report"]);
});

test("a winmail.dat and an encrypted zip are refused beside a good report", async () => {
  const winmail = attachment("winmail.dat", Buffer.from("789f3e2201020304", "hex"));
  const secret = attachment("s.zip", buildZip([{ name: "a", data: xml, flags: 1 }]));
  expect(await collectEntries(buildMultipart([winmail, secret, attachment("a.gz", gz)]))).toEqual([
    "s > winmail.dat: winmail-dat",
    "s > s.zip > a: encrypted",
    ...found("a.gz"),
  ]);
});

test("bare line feeds, a missing end and text around the boundaries do no harm", async () => {
  const mail = buildMultipart([text("hi"), attachment("a.gz", gz)]).toString("latin1");
  expect(await collectEntries(Buffer.from(mail.replaceAll("\r\n", "\n"), "latin1"))).toEqual(found("a.gz"));
  expect(await collectEntries(Buffer.from(mail.replace("--=_b1--", ""), "latin1"))).toEqual(found("a.gz"));
  expect(await collectEntries(Buffer.from(mail.replaceAll("--=_b1\r\n", "--=_b1 \t\r\n"), "latin1"))).toEqual(
    found("a.gz"),
  );
  expect(
    await collectEntries(Buffer.from(mail.replace("preamble.", "preamble --=_b1\r\n--=_b1x\r\n"), "latin1")),
  ).toEqual(found("a.gz"));
});

test("every mail of an mbox file is opened", async () => {
  const mail = buildMultipart([attachment("a.gz", gz)]).toString("latin1");
  const line = "From MAILER-DAEMON Fri Jul  8 12:08:34 2011\n";
  const prose = "From now on\n\nFrom here on, we say From.\n";
  const mbox = `${line}${mail}\n\n${line}Subject: hi\n\n${prose}\n\n${line}${mail.replaceAll("\r\n", "\n")}\n`;
  expect(await collectEntries(Buffer.from(mbox, "latin1"))).toEqual([
    ...found("mail 1 > a.gz"),
    ...found("mail 3 > a.gz"),
  ]);
});

test("mails of an mbox file are found wherever its blocks are cut", async () => {
  const line = "From a@b Fri Jul  8 12:08:34 2011\n";
  for (let padding = 65_400; padding < 65_540; padding += 7) {
    const mbox = `${line}Subject: x\n\n${"y".repeat(padding)}\n\n${line}Subject: x\n\n${xml}`;
    expect(await collectEntries(Buffer.from(mbox)), `${padding}`).toEqual(found("mail 2 > part 1"));
  }
});

test("a mail of an mbox file too large to be held is refused", async () => {
  const mbox = `From a@b Fri Jul  8 12:08:34 2011\nTo: a\n\n${"x".repeat(300_000)}`;
  expect(await collectEntries(Buffer.from(mbox), { limits: { heldBytesMax: 200_000 } })).toEqual([
    "s: container-too-large",
  ]);
});

test.each([
  ["no empty line before it", "From a@b.example Fri Jul  8 12:08:34 2011\n"],
  ["no time", "\nFrom a@b.example\n"],
  ["neither", "From MAILER-DAEMON\n"],
  ["no sender", "From \n"],
  ["CRLF", "\r\nFrom a@b.example\r\n"],
])("mails of an mbox file are found behind a separator with %s", async (_, separator) => {
  const start = separator.trimStart();
  const mail = `Subject: x\nContent-Type: text/xml\n\n${xml}\n`;
  const mbox = `${start}${mail}${separator}${mail}${separator}${mail}`;
  const wanted = ["mail 1", "mail 2", "mail 3"].flatMap((mail) => found(`${mail} > part 1`));
  expect((await collectEntries(Buffer.from(mbox))).map((entry) => entry.trimEnd())).toEqual(wanted);
});

test("a line of text that begins with From does not end a mail", async () => {
  const text = "Subject: x\n\nFrom here on:\nFrom 10:30 we read\nFrom what I see\n";
  const mbox = `From a@b.example Fri Jul  8 12:08:34 2011\n${text}${xml}`;
  expect(await collectEntries(Buffer.from(mbox))).toEqual(found("mail 1 > part 1"));
});

test("a mailbox without a report says how many mails it has", async () => {
  const details: string[] = [];
  const mailbox = Buffer.from("From a@b\nSubject: x\n\nhi\n".repeat(3));
  for await (const entry of openEnvelope(inChunks(mailbox))) {
    if (entry.kind === "not-aggregate") details.push(entry.detail);
  }
  expect(details).toEqual([expect.stringMatching(/^Mails of the mailbox: 3\. No aggregate report was found/)]);
});
