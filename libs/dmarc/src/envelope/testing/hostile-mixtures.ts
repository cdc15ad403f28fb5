import { gzipSync } from "node:zlib";
import { buildBomb } from "./bomb.ts";
import { listHostile } from "./hostile-submission.ts";
import { attachment, buildMail, buildMultipart, toBase64Lines } from "./mail-builder.ts";
import { buildTar } from "./tar-builder.ts";
import { buildZip } from "./zip-builder.ts";

const xml = "<feedback/>";
const report = Buffer.from(xml);
const inGzip = (data: Buffer): Buffer => gzipSync(data);
const inZip = (data: Buffer): Buffer => buildZip([{ name: "z", data }]);
const inTar = (data: Buffer): Buffer => buildTar([{ name: "t", data }]);
const inMail = (data: Buffer): Buffer => buildMultipart([attachment("a", data)]);
const inMailbox = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from("From a@b Fri Jul  8 12:08:34 2011\n"), inMail(data), Buffer.from("\n")]);
const inBase64 = (data: Buffer): Buffer => Buffer.from(toBase64Lines(gzipSync(data)));

type Wrap = (data: Buffer) => Buffer;
const wrapIn = (data: Buffer, ...wraps: readonly Wrap[]): Buffer => wraps.reduce((inner, wrap) => wrap(inner), data);
const all = [inGzip, inZip, inTar, inMail, inMailbox];

const nestings = listHostile({
  "a report in gzip, tar, zip, mail and a mailbox": [
    xml,
    () => wrapIn(report, inGzip, inTar, inZip, inMail, inMailbox),
  ],
  "a bomb in tar, zip, mail and a mailbox": [
    "output-too-large",
    () => wrapIn(buildBomb(), inTar, inZip, inMail, inMailbox),
  ],
  "eight containers of four kinds": [
    xml,
    () => wrapIn(report, inZip, inTar, inMail, inGzip, inZip, inTar, inMail, inGzip),
  ],
  "nine containers of four kinds": [
    "too-deep",
    () => wrapIn(report, inGzip, inZip, inTar, inMail, inGzip, inZip, inTar, inMail, inGzip),
  ],
  "thirty containers of five kinds": ["too-deep", () => wrapIn(report, ...Array.from({ length: 6 }, () => all).flat())],
  "base64 of gzip 4 times": [xml, () => wrapIn(report, inBase64, inBase64, inBase64, inBase64)],
  "base64 of gzip 5 times": ["too-deep", () => wrapIn(report, inBase64, inBase64, inBase64, inBase64, inBase64)],
  "base64 of a bomb": ["output-too-large", () => Buffer.from(toBase64Lines(buildBomb()))],
  "base64 of a zip with an encrypted report": [
    "encrypted",
    () => Buffer.from(toBase64Lines(buildZip([{ name: "a", data: xml, flags: 1 }]))),
  ],
  "mails in zips in mails in zips": [
    "too-deep",
    () => wrapIn(report, ...Array.from({ length: 8 }, () => [inMail, inZip]).flat()),
  ],
  "a zip of ten mails with one bomb": [
    "output-too-large",
    () =>
      buildZip(
        [...Array.from({ length: 9 }, () => report), buildBomb()].map((data, i) => ({
          name: `${i}`,
          data: inMail(data),
        })),
      ),
  ],
});

/** Each is two formats at once; the first bytes decide. */
const polyglots = listHostile({
  "a report with a zip behind it": [
    ["1117 bytes"],
    () => Buffer.concat([report, buildZip([{ name: "z", data: "<z/>" }], { comment: "c".repeat(1000) })]),
  ],
  "a page of HTML with a zip behind it": ["no-report", () => Buffer.concat([Buffer.from("<html>"), inZip(report)])],
  "a PDF with a zip behind it": [xml, () => Buffer.concat([Buffer.from("%PDF-1.4\n%\n"), inZip(report)])],
  "a picture with a zip behind it": [xml, () => Buffer.concat([Buffer.from("GIF89a\x01\0\x01\0"), inZip(report)])],
  "a tar with the end of a zip": [[xml], () => Buffer.concat([inTar(report), inZip(Buffer.from("<z/>"))])],
  "a mail that begins as a zip's name": [
    [xml],
    () => buildMail("Content-Type: application/zip; name=PK\x03\x04.zip", report),
  ],
  "a report that is called gzip": [xml, () => buildTar([{ name: "a.xml.gz", data: xml }])],
  "a zip that is called XML": [xml, () => buildTar([{ name: "a.xml", data: inZip(report) }])],
});

const foreign = listHostile(
  Object.fromEntries(
    [
      ["RAR 4", "526172211a0700", "unsupported-archive"],
      ["RAR 5", "526172211a070100", "unsupported-archive"],
      ["7z", "377abcaf271c0004", "unsupported-archive"],
      ["bzip2", "425a6839314159265359", "unsupported-archive"],
      ["xz", "fd377a585a000004", "unsupported-archive"],
      ["zstd", "28b52ffd2400", "unsupported-archive"],
      ["winmail.dat", "789f3e22010006", "winmail-dat"],
      ["cab", "4d53434600000000", "no-report"],
      ["lz4", "04224d186440", "no-report"],
      ["compress", "1f9d90", "no-report"],
      ["pack", "1f1e00", "no-report"],
    ].map(([name, hex = "", outcome = ""]) => [
      `${name} in a mail`,
      [outcome, () => inMail(Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(1000)]))] as const,
    ]),
  ),
);

export const hostileMixtures = [...nestings, ...polyglots, ...foreign];
