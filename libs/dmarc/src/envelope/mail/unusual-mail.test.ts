import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeBase64, isInPieces } from "../encoding/base64.ts";
import { openEnvelope } from "../open-envelope.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { collectEntries, inChunks } from "../testing/collect-entries.ts";
import { buildOutlookMessage } from "../testing/compound-file-builder.ts";
import { attachment, buildMail, buildMultipart, text, toBase64Lines } from "../testing/mail-builder.ts";
import { toUuencode } from "../testing/uuencode-builder.ts";

const xml = '<?xml version="1.0"?>\r\n<feedback/>\r\n';
const gz = gzipSync(xml);
const mail = buildMultipart([text("A report."), attachment("a.xml.gz", gz)]);
const found = `s > a.xml.gz: ${xml}`;
const line = "From MAILER-DAEMON Fri Jul  8 12:08:34 2011\r\n";
const toUtf16 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString("latin1"), "utf16le");
const plist =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "">\n<plist/>\n';

describe("a mail is read", () => {
  test.each([
    ["behind a byte-order mark", Buffer.concat([Buffer.from("\ufeff"), mail])],
    ["behind the separator of a mailbox inside one", Buffer.concat([Buffer.from(`>${line}`), mail])],
    ["behind both", Buffer.concat([Buffer.from(`\ufeff>${line}`), mail])],
    ["in UTF-16", toUtf16(mail)],
    ["in UTF-16 with a byte-order mark", Buffer.concat([Buffer.from("fffe", "hex"), toUtf16(mail)])],
    ["in UTF-16 of the other order", Buffer.concat([Buffer.from("feff", "hex"), toUtf16(mail).swap16()])],
    ["in UTF-16 of the other order without a mark", toUtf16(mail).swap16()],
    ["with carriage returns as line ends", Buffer.from(mail.toString("latin1").replaceAll("\r\n", "\r"), "latin1")],
    ["as Apple Mail keeps it", Buffer.concat([Buffer.from(`${mail.length}\n`), mail, Buffer.from(plist)])],
    [
      "as Apple Mail keeps it, with blanks",
      Buffer.concat([Buffer.from(`${mail.length}      \n`), mail, Buffer.from(plist)]),
    ],
  ])("%s", async (_, submission) => {
    expect(await collectEntries(submission)).toEqual([found]);
    expect(await collectEntries(gzipSync(submission))).toEqual([found]);
  });

  test("of a mailbox behind a byte-order mark, with carriage returns as line ends", async () => {
    const mailbox = Buffer.concat([Buffer.from(line), mail, Buffer.from(`\r\n${line}`), mail]);
    const wanted = [1, 2].map((n) => `s > mail ${n} > a.xml.gz: ${xml}`);
    expect(await collectEntries(Buffer.concat([Buffer.from("\ufeff"), mailbox]))).toEqual(wanted);
    const oldMailbox = Buffer.from(mailbox.toString("latin1").replaceAll("\r\n", "\r"), "latin1");
    expect(await collectEntries(oldMailbox)).toEqual(wanted);
  });

  test("of Apple Mail that is cut is refused for what is missing", async () => {
    const whole = Buffer.concat([Buffer.from(`${mail.length}\n`), mail]);
    expect(await collectEntries(whole.subarray(0, mail.length - 60))).toEqual(["s > a.xml.gz: truncated"]);
  });

  test("whose many fields that no one knows stand behind a byte-order mark", async () => {
    const fields = Buffer.from(`\ufeff${"X-Any: 1234567890\r\n".repeat(500)}`);
    expect(await collectEntries(Buffer.concat([fields, mail]))).toEqual([found]);
  });
});

test("a document in a mail of UTF-16 says so, however deep, and no other one does", async () => {
  async function listWarnings(submission: Buffer) {
    const warnings = [];
    for await (const entry of openEnvelope(inChunks(submission))) {
      if (entry.kind === "document") warnings.push(...entry.warnings);
    }
    return warnings;
  }
  const wide = toUtf16(mail);
  const forms = [wide, Buffer.from(wide).swap16(), gzipSync(wide), buildMultipart([attachment("a.eml", wide)])];
  for (const form of forms) expect(await listWarnings(form)).toEqual(["mail-in-utf-16"]);
  const boundary = buildMultipart([attachment("a.eml", wide), attachment("b.xml.gz", gz)]);
  expect(await listWarnings(boundary)).toEqual(["mail-in-utf-16"]);
  for (const form of [mail, gz, Buffer.from(`\ufeff${xml}`, "utf16le")]) expect(await listWarnings(form)).toEqual([]);
});

describe("a boundary is found", () => {
  const read = (parameters: string): Promise<string[]> =>
    collectEntries(Buffer.from(mail.toString("latin1").replace('boundary="=_b1"', parameters), "latin1"));

  test.each([
    ["in pieces", 'boundary*0="=_"; boundary*1=b1'],
    ["in pieces out of order", 'boundary*1=b1;\r\n\tboundary*0="=_"'],
    [
      "in ten pieces and more",
      `boundary*0="="; ${"_________b1"
        .split("")
        .map((c, i) => `boundary*${i + 1}="${c === "_" && i > 0 ? "" : c}"`)
        .join("; ")}`,
    ],
    ["in octets", "boundary*=us-ascii'en'%3D_b1"],
    ["in pieces of octets", "boundary*0*=us-ascii''%3D; boundary*1*=%5F; boundary*2=b1"],
    ["twice, one of them whole", 'boundary="=_b1"; boundary*0=other'],
  ])("%s", async (_, parameters) => {
    expect(await read(parameters)).toEqual([found]);
  });
});

describe("uuencode is decoded", () => {
  const encoded = toUuencode("a.xml.gz", gz);
  test.each([
    ["as an encoding of a part", buildMultipart([{ header: "Content-Transfer-Encoding: x-uuencode", body: encoded }])],
    ["in the text of a mail", buildMail("Content-Type: text/plain", `Hello,\r\n\r\n${encoded}\r\nRegards\r\n`)],
    ["in a mail without MIME", Buffer.from(`From: a@b.example\r\nSubject: r\r\n\r\n${encoded}`)],
    ["without its last lines", buildMail("X-Any: 1", encoded.replace(/`\r\nend\r\n/, ""))],
    ["without the line of no bytes", buildMail("X-Any: 1", encoded.replace("`\r\n", ""))],
    [
      "with blanks for zeros, cut from the ends of lines",
      buildMail("X-Any: 1", encoded.replaceAll("`", " ").replace(/ +\r/g, "\r")),
    ],
  ])("%s", async (_, submission) => {
    expect((await collectEntries(submission)).join()).toMatch(/> a\.xml\.gz: <\?xml[\s\S]*<feedback\/>\r\n$/);
  });

  test("as a file, and from two of them", async () => {
    expect(await collectEntries(Buffer.from(encoded))).toEqual([found]);
    expect(await collectEntries(Buffer.from(encoded + encoded))).toEqual([found, found]);
  });
});

describe("base64 in pieces that are padded", () => {
  test.each([1, 2, 4, 7, 19, 56, 57, 100])("of %i bytes is decoded", async (pieceBytes) => {
    const data = gzipSync(`<feedback>${randomBytes(500).toString("hex")}</feedback>`);
    const count = Math.ceil(data.length / pieceBytes);
    const pieces = Array.from({ length: count }, (_, i) =>
      data.subarray(i * pieceBytes, (i + 1) * pieceBytes).toString("base64"),
    );
    const header = "Content-Transfer-Encoding: base64";
    const entries = await collectEntries(buildMail(header, pieces.join("\r\n")));
    expect(entries.join()).toMatch(/^s > part 1: (?:<feedback>|1\d\d\d bytes)/);
  });

  test("is told from soft breaks of quoted-printable", () => {
    const soft = toBase64Lines(randomBytes(2000)).replace(/.{75}/g, "$&=\r\n");
    expect(isInPieces(Buffer.from(soft))).toBe(false);
    expect(isInPieces(Buffer.from("QQ==\r\nQUI=\r\nQUJD"))).toBe(true);
    expect(isInPieces(Buffer.from("QUJDQQ=="))).toBe(false);
  });

  test("is decoded wherever its bytes are cut", async () => {
    const body = Buffer.from("QQ==\r\nQUI=\r\nQUJD".repeat(20_000));
    for (const pieceBytes of [1, 3, 4096, body.length]) {
      const content = new ByteReader(
        (async function* () {
          for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
        })(),
      );
      const decoded: Buffer[] = [];
      for await (const piece of decodeBase64(content)) decoded.push(piece);
      expect(Buffer.concat(decoded).toString()).toBe("AABABC".repeat(20_000));
    }
  });
});

describe("a mail that Outlook saved", () => {
  test("may have the report in its text", async () => {
    // A stream has 4096 bytes at least, here of UTF-16.
    expect(await collectEntries(buildOutlookMessage([], { text: xml }))).toEqual(["s > text: 2048 bytes"]);
    expect((await collectEntries(buildOutlookMessage([], { text: `Hello,\r\n${xml}` }))).join()).toMatch(
      /^s > text: 20\d\d bytes$/,
    );
  });

  const htmlName = "__substg1.0_10130102";
  const escaped = xml.replaceAll("<", "&lt;").replaceAll(">", "&#62;").replace("\r\n", "<br>\r\n");
  const html = `<html><head><style>p {}</style></head><body><p>Hello,<o:p></o:p></p><p>${escaped}</p></body></html>`;
  const readMessage = async (streams: Record<string, Buffer>) => {
    const found: string[] = [];
    for await (const entry of openEnvelope(inChunks(buildOutlookMessage([], { streams })))) {
      const shown = entry.kind === "document" ? Buffer.concat(await Array.fromAsync(entry.xml)).toString() : entry.kind;
      found.push(`${entry.path}: ${shown.replace(/\s+/g, " ").trim()}`);
    }
    return found;
  };
  const plain = '<?xml version="1.0"?> <feedback/>';

  test("may have the report in its HTML, escaped or not", async () => {
    expect(await readMessage({ [htmlName]: Buffer.from(html) })).toEqual([`submission > text: ${plain}`]);
    const wide = Buffer.from(html.padEnd(2048), "utf16le");
    expect(await readMessage({ "__substg1.0_1013001F": wide })).toEqual([`submission > text: ${plain}`]);
    const bare = Buffer.from(`<html><body>\r\n${xml}</body></html>`);
    expect(await readMessage({ [htmlName]: bare })).toEqual([`submission > text: ${plain} </body></html>`]);
  });

  const rtf = (text: string): string =>
    `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\pard Hello,\\par\r\n${text.replaceAll("\r\n", "\\par\r\n")}}`;
  const wrapped = `{\\*\\htmltag64 <p>}{\\*\\htmltag84 &lt;}\\htmlrtf <\\htmlrtf0 feedback/>\\par`;

  test.each([
    ["packed", packRtf(rtf(xml)), plain],
    ["as it is", Buffer.concat([Buffer.from("00000000000000004d454c4100000000", "hex"), Buffer.from(rtf(xml))]), plain],
    ["around HTML", packRtf(rtf(wrapped)), "<feedback/>"],
    ["with letters by their numbers", packRtf(rtf('<feedback a="\\\'d6\\u20013?\\{"/>')), '<feedback a="\ufffd中{"/>'],
  ])("may have the report in its RTF, %s", async (_, bytes, expected) => {
    expect(await readMessage({ "__substg1.0_10090102": bytes })).toEqual([`submission > text: ${expected}`]);
  });

  test("has RTF that counts as what it unpacks to", async () => {
    const file = buildOutlookMessage([], { streams: { "__substg1.0_10090102": packRtf(rtf(xml.repeat(1000))) } });
    const unpacked = xml.length * 1000;
    const open = (outputBytesMax: number) => collectEntries(file, { limits: { outputBytesMax } });
    expect(await open(unpacked * 1.5)).toEqual(["s > text: output-too-large"]);
    expect((await open(unpacked * 3)).join()).not.toContain("too-large");
  });

  test("is read in one form of its text, the plainest", async () => {
    const streams = { [htmlName]: Buffer.from(html), "__substg1.0_10090102": packRtf(rtf(xml)) };
    expect(await readMessage(streams)).toEqual([`submission > text: ${plain}`]);
    const entries = await collectEntries(buildOutlookMessage([], { text: xml, streams }));
    expect(entries).toEqual(["s > text: 2048 bytes"]);
  });

  test("and is cut says so, beside the attachments that are whole", async () => {
    const file = buildOutlookMessage([Buffer.from(xml), randomBytes(40_000)]);
    const lengths = Array.from({ length: 40 }, (_, i) => Math.floor((file.length * i) / 40)).filter(
      (length) => length > 8,
    );
    for (const length of lengths) expect((await collectEntries(file.subarray(0, length))).at(-1)).toBe("s: truncated");
    expect((await collectEntries(file)).join()).not.toContain("truncated");
    const tableFirst = moveTableToFront(file);
    expect((await collectEntries(tableFirst)).join()).not.toContain("truncated");
    expect((await collectEntries(tableFirst.subarray(0, 20_000))).map((entry) => entry.trimEnd())).toEqual([
      expect.stringContaining("s > attachment 1: "),
      "s: truncated",
    ]);
  });
});

/** Compressed RTF (MS-OXRTFCP) that refers to nothing. */
function packRtf(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const runs = Array.from({ length: Math.ceil((bytes.length + 1) / 8) }, (_, i) => {
    const run = bytes.subarray(i * 8, i * 8 + 8);
    if (run.length === 8) return Buffer.concat([Buffer.of(0), run]);
    const end = ((207 + bytes.length) % 4096) << 4;
    return Buffer.concat([Buffer.of(1 << run.length), run, Buffer.of(end >> 8, end & 0xff)]);
  });
  return Buffer.concat([Buffer.from("00000000000000004c5a467500000000", "hex"), ...runs]);
}

/** The same file with its directory and its table in front of its streams, where being cut leaves them. */
function moveTableToFront(file: Buffer): Buffer {
  const sectors = file.length / 512 - 1;
  const directory = file.readUInt32LE(48);
  const move = (sector: number): number => {
    if (sector >= sectors) return sector;
    return sector >= directory ? sector - directory : sector + sectors - directory;
  };
  const header = Buffer.from(file.subarray(0, 512));
  header.writeUInt32LE(0, 48);
  for (let at = 76; at < 512; at += 4) header.writeUInt32LE(move(file.readUInt32LE(at)), at);
  const entries = Buffer.from(file.subarray((directory + 1) * 512, (file.readUInt32LE(76) + 1) * 512));
  for (let at = 128; at < entries.length; at += 128)
    entries.writeUInt32LE(move(entries.readUInt32LE(at + 116)), at + 116);
  const table = file.subarray((file.readUInt32LE(76) + 1) * 512);
  const moved = Buffer.from(table);
  for (let sector = 0; sector < sectors; sector += 1)
    moved.writeUInt32LE(move(table.readUInt32LE(sector * 4)), move(sector) * 4);
  return Buffer.concat([header, entries, moved, file.subarray(512, (directory + 1) * 512)]);
}
