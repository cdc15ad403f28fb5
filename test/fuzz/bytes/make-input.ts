import {
  attachment,
  buildGzip,
  buildMail,
  buildMultipart,
  buildOutlookMessage,
  buildTar,
  buildZip,
} from "@ruaflow/dmarc/testing";
import { buildSignedData } from "@ruaflow/dmarc/testing/mail-forms";
import { makeReport } from "../xml/make-report.ts";
import type { Random } from "../xml/random.ts";
import { writeNoisy } from "../xml/write-xml.ts";

/** Lies are rare, so that what lies behind the place of a lie is reached. */
const LIE_SHARE = 0.04;
const SIZES = [0, 1, 10, 511, 512, 513, 4095, 4096, 65_535, 0x7fffffff, 0xfffffffe, 0xffffffff] as const;

function lie(random: Random, names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.filter(() => random.chance(LIE_SHARE)).map((name) => [name, random.pick(SIZES)]));
}

function repeat<Item>(random: Random, max: number, make: () => Item): Item[] {
  return Array.from({ length: random.between(1, max) }, make);
}

function makeBytes(random: Random, lengthMax: number): Buffer {
  return Buffer.from(Array.from({ length: random.between(0, lengthMax) }, () => random.between(0, 255)));
}

/** A piece of the payload, so that inputs stay small. */
function cut(random: Random, payload: Uint8Array): Uint8Array {
  return random.chance(0.5) ? payload : payload.subarray(0, random.between(0, payload.length));
}

export function makeGzip(random: Random, payload: Uint8Array): Buffer {
  const members = repeat(random, 3, () => {
    const lies = lie(random, ["crc32", "sizeBytes", "method"]);
    const flags = random.chance(0.3) ? random.between(0, 255) : 0;
    return buildGzip({
      data: cut(random, payload),
      flags,
      fields: flags ? makeBytes(random, 40) : Buffer.of(),
      ...lies,
    });
  });
  return Buffer.concat(random.chance(0.2) ? [...members, makeBytes(random, 40)] : members);
}

const ZIP_FIELDS = ["crc32", "sizeBytes", "packedBytes", "offset"] as const;

export function makeZip(random: Random, payload: Uint8Array): Buffer {
  const files = repeat(random, 4, () => ({
    name: random.pick(["a", "a.xml", "../b", "__MACOSX/._c", "d/", ""]),
    data: cut(random, payload),
    method: random.chance(0.1) ? random.between(0, 99) : random.pick([0, 8]),
    flags: random.chance(0.1) ? random.between(0, 0xffff) : 0x800,
    extra: random.chance(0.2) ? makeBytes(random, 40) : Buffer.of(),
    local: random.chance(0.2) ? lie(random, ZIP_FIELDS.slice(0, 3)) : {},
    ...lie(random, ZIP_FIELDS),
  }));
  const comment = random.chance(0.2) ? makeBytes(random, 60) : "";
  const disk = random.chance(LIE_SHARE) ? 1 : 0;
  return buildZip(files, { comment, disk, ...lie(random, ["entryCount", "directoryStart", "directoryBytes"]) });
}

export function makeTar(random: Random, payload: Uint8Array): Buffer {
  const files = repeat(random, 5, () => ({
    name: random.pick(["a.xml", "._a", "../b", "d/"]),
    type: random.chance(0.5) ? "0" : random.pick(["x", "g", "L", "K", "5", "2", "S", "\0", "7", "Z"]),
    data: random.chance(0.4)
      ? random.pick(["11 path=abc\n", "9 size=4\n", "99 size=1", "name\0"])
      : cut(random, payload),
    lies: random.chance(LIE_SHARE) ? { size: makeBytes(random, 12) } : {},
    ...lie(random, ["sizeBytes"]),
  }));
  return buildTar(files);
}

const ENCODINGS = ["base64", "quoted-printable", "7bit", "8bit", "x-uuencode", ""] as const;
const TYPES = [
  "text/xml",
  "application/gzip",
  "message/rfc822",
  "multipart/mixed; boundary=b",
  "message/feedback-report",
] as const;

export function makeMail(random: Random, payload: Uint8Array): Buffer {
  const parts = repeat(random, 4, () => {
    const body = Buffer.from(cut(random, payload));
    if (random.chance(0.3)) return attachment("a", body);
    if (random.chance(0.2)) return { header: "Content-Type: message/rfc822", body: buildMail("X: y", body) };
    const header = `Content-Type: ${random.pick(TYPES)}\r\nContent-Transfer-Encoding: ${random.pick(ENCODINGS)}`;
    return { header, body };
  });
  const mail = buildMultipart(parts, random.pick(["mixed", "report", "digest", "x"]));
  return random.chance(0.2) ? Buffer.from(mail.toString("latin1").replaceAll("\r\n", "\n"), "latin1") : mail;
}

/** Fields of four bytes are numbers of sectors or sizes: one or two are set to another that is near or far. */
export function makeOutlookMessage(random: Random, payload: Uint8Array): Buffer {
  const bytes = buildOutlookMessage(repeat(random, 3, () => Buffer.from(cut(random, payload))));
  for (let left = random.between(0, 3); left > 0; left -= 1) {
    const sectors = bytes.length / 512;
    const sector = random.pick([0, sectors - 1, sectors - 2, sectors - 3]) * 512;
    const at = sector + random.between(0, random.chance(0.5) ? 20 : 127) * 4;
    const value = random.chance(0.6)
      ? random.between(0, sectors)
      : random.pick([0xfffffffe, 0xffffffff, 0xfffffffd, 64, 5000]);
    if (at + 4 <= bytes.length) bytes.writeUInt32LE(value, at);
  }
  return bytes;
}

export function makeSignedData(random: Random, payload: Uint8Array): Buffer {
  const content = random.chance(0.1) ? null : makeMail(random, payload);
  return random.chance(0.5) ? buildSignedData(content) : buildSignedData(content, random.between(1, 100));
}

export function makeXml(random: Random): Buffer {
  const noise = { share: random.pick([0, 0.1, 0.4]), lineBreak: random.pick(["\n", "\r\n", "\r"]) };
  return Buffer.from(writeNoisy(makeReport(random), random, noise));
}

/** A report, or the payload, in up to five containers. */
export function makeNesting(random: Random, payload: Uint8Array): Buffer {
  const wraps = [makeGzip, makeZip, makeTar, makeMail, makeOutlookMessage, makeSignedData] as const;
  const inner = random.chance(0.5) ? makeXml(random) : Buffer.from(payload);
  return repeat(random, random.pick([1, 2, 3, 5]), () => random.pick(wraps)).reduce<Buffer>(
    (bytes, wrap) => (bytes.length > 8000 ? bytes : wrap(random, bytes)),
    inner,
  );
}
