import { randomBytes } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import { buildBomb, buildLargeXml } from "./bomb.ts";
import { buildCheckedHeader, buildGzip, buildGzipHeader } from "./gzip-builder.ts";
import { listHostile } from "./hostile-submission.ts";
import { buildZip, u16 } from "./zip-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const plain = buildGzip({ data: xml });
const [extra, name, comment] = [4, 8, 16];

/** Bits from the lowest of each byte on, as deflate has them. */
function toBits(bits: string): Buffer {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt([...byte.padEnd(8, "0")].reverse().join(""), 2)));
}

const headers = listHostile({
  "gzip with an extra field": [
    xml,
    () => buildGzip({ flags: extra, fields: Buffer.concat([u16(4), Buffer.alloc(4)]) }),
  ],
  "gzip with an extra field of 65,535 bytes": [
    xml,
    () => buildGzip({ flags: extra, fields: Buffer.concat([u16(65_535), randomBytes(65_535)]) }),
  ],
  "gzip with an extra field longer than the file": [
    "truncated",
    () => buildGzip({ flags: extra, fields: u16(65_535) }),
  ],
  "gzip whose header ends in the length of its extra field": [
    "truncated",
    () => buildGzipHeader({ flags: extra, fields: Buffer.alloc(1) }),
  ],
  "gzip with a name of 200 KB": [
    xml,
    () => buildGzip({ flags: name, fields: Buffer.from(`${"../".repeat(66_000)}\0`) }),
  ],
  "gzip whose name does not end": [
    "truncated",
    () => buildGzipHeader({ flags: name, fields: Buffer.alloc(5000, "a") }),
  ],
  "gzip whose comment does not end": [
    "truncated",
    () => buildGzipHeader({ flags: name | comment, fields: Buffer.from("a.xml\0and so on") }),
  ],
  "gzip with an endless comment": [
    "corrupt",
    () => buildGzipHeader({ flags: comment, fields: Buffer.alloc(10 * MIB, "a") }),
  ],
  "gzip with a header checksum": [
    xml,
    () => Buffer.concat([buildCheckedHeader(name, Buffer.from("a\0")), plain.subarray(10)]),
  ],
  "gzip with a wrong header checksum": [xml, () => buildGzip({ flags: 2, fields: Buffer.from("ffff", "hex") })],
  "gzip with all reserved flags": [xml, () => buildGzip({ flags: 0xe0 })],
  "gzip with all flags and no fields": ["truncated", () => buildGzip({ flags: 0xff })],
  "gzip of method 7": ["corrupt", () => buildGzip({ method: 7 })],
  "gzip of method 0": ["corrupt", () => buildGzip({ method: 0 })],
  "gzip behind white space": [xml, () => Buffer.concat([Buffer.from("\r\n \t"), plain])],
});

const trailers = listHostile({
  "gzip with a wrong checksum": ["corrupt", () => buildGzip({ crc32: 1 })],
  "gzip of 2 MiB with a wrong checksum": ["corrupt", () => buildGzip({ data: randomXml(2 * MIB), crc32: 1 })],
  // The checksum decides; gateways are known to write a size that is wrong.
  "gzip with a wrong size": [xml, () => buildGzip({ sizeBytes: 1 })],
  "gzip that claims 4 GiB": [xml, () => buildGzip({ sizeBytes: 0xffffffff })],
  "gzip with zeros behind it": [xml, () => Buffer.concat([plain, Buffer.alloc(100_000)])],
  "gzip with garbage behind it": [xml, () => Buffer.concat([plain, Buffer.alloc(100_000, "garbage")])],
  "gzip with the magic of a member behind it": [xml, () => Buffer.concat([plain, Buffer.from("1f8b", "hex")])],
  "gzip with a member of another method behind it": [xml, () => Buffer.concat([plain, buildGzip({ method: 7 })])],
  "gzip with the header of a member behind it": ["truncated", () => Buffer.concat([plain, buildGzipHeader({})])],
  "gzip with a zip behind it": [xml, () => Buffer.concat([plain, buildZip([{ name: "b", data: "<other/>" }])])],
  "gzip of a report in two members": [xml, () => Buffer.concat(["<feed", "back/>"].map((data) => buildGzip({ data })))],
  "gzip with a wrong checksum in its second member": [
    "corrupt",
    () => Buffer.concat([plain, buildGzip({ data: " ", crc32: 1 })]),
  ],
  "gzip with a bomb in its second member": ["output-too-large", () => Buffer.concat([plain, buildBomb()])],
  "gzip of 900 members of 1 MiB": [
    "output-too-large",
    () => Buffer.concat([plain, ...Array.from({ length: 900 }, () => blankMember)]),
  ],
  "gzip of 1,000 empty members": [
    xml,
    () => Buffer.concat([plain, ...Array.from({ length: 1000 }, () => buildGzip({ data: "" }))]),
  ],
});
const blankMember = buildGzip({ data: Buffer.alloc(MIB - 100, " ") });

function randomXml(bytes: number): Buffer {
  return Buffer.from(`<feedback>${randomBytes(bytes / 2).toString("hex")}</feedback>`);
}

const deflated = listHostile({
  "gzip of a block of type 3": ["corrupt", () => buildGzip({ packed: toBits("111") })],
  "gzip of a stored block with a wrong length": [
    "corrupt",
    () => buildGzip({ packed: Buffer.from("010b000000", "hex") }),
  ],
  "gzip of four million empty stored blocks": [
    "truncated",
    () => Buffer.concat([buildGzipHeader({}), Buffer.alloc(19 * MIB, Buffer.from("000000ffff", "hex"))]),
  ],
  "gzip of fifteen million empty blocks": [
    "truncated",
    () => Buffer.concat([buildGzipHeader({}), Buffer.alloc(19 * MIB, toBits("0100000000".repeat(4)))]),
  ],
  "gzip of a code with too many symbols": [
    "corrupt",
    () => buildGzip({ packed: toBits(`101${"00000"}${"00000"}${"1111"}${"100".repeat(19)}`) }),
  ],
  "gzip that copies from before its beginning": [
    "corrupt",
    () => buildGzip({ packed: toBits(`110${"0000001"}00000`) }),
  ],
  "zlib in place of gzip": [xml, () => deflateSync(xml)],
  "zlib with a wrong checksum": ["corrupt", () => Buffer.concat([deflateSync(xml).subarray(0, -1), Buffer.from([0])])],
  "zlib without its last byte": ["truncated", () => deflateSync(xml).subarray(0, -1)],
  "zlib of more than the budget": ["output-too-large", () => deflateSync(buildLargeXml())],
  "zlib of zlib, 9 deep": [
    "too-deep",
    () => Array.from({ length: 9 }).reduce<Buffer>((inner) => deflateSync(inner), Buffer.from(xml)),
  ],
  "zlib with a dictionary": ["no-report", () => deflateSync(xml, { dictionary: Buffer.from(xml) })],
  "a million reports behind each other": ["too-many-entries", () => Buffer.alloc(19 * MIB, "<feedback></feedback>")],
  "two million end tags of a report": ["19922944 bytes", () => Buffer.alloc(19 * MIB, "</feedback>x")],
  "three million times the name of a report": ["19922944 bytes", () => Buffer.alloc(19 * MIB, "<feedback")],
  "a text that begins as zlib": ["no-report", () => Buffer.alloc(5000, "x^2 + y^2 = z^2\n")],
  "gzip of two members that are two reports": [
    ["<feedback>1</feedback>", "<feedback>2</feedback>"],
    () => Buffer.concat(["<feedback>1</feedback>", "<feedback>2</feedback>"].map((data) => buildGzip({ data }))),
  ],
  "gzip in gzip with a wrong checksum inside": ["corrupt", () => gzipSync(buildGzip({ crc32: 1 }))],
  "gzip 8 deep, as deep as allowed": [xml, () => nestGzip(8)],
  "gzip 9 deep": ["too-deep", () => nestGzip(9)],
  "gzip of white space": ["no-report", () => gzipSync(Buffer.alloc(MIB, " "))],
  "gzip of nothing": ["no-report", () => gzipSync("")],
  "gzip bomb with a name and a comment": [
    "output-too-large",
    () => buildGzip({ data: buildLargeXml(), flags: name | comment, fields: Buffer.from("a\0b\0") }),
  ],
});

function nestGzip(levels: number): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from(xml));
}

const cuts = listHostile(
  Object.fromEntries(
    [
      ...[2, 3, 4, 9, 10, 11].map((length) => [length, "truncated"] as const),
      ...[-9, -8, -7, -4, -1].map((length) => [length, "truncated"] as const),
    ].map(([length, outcome]) => [
      length < 0 ? `gzip without its last ${-length} bytes` : `gzip cut after ${length} bytes`,
      [outcome, () => plain.subarray(0, length)],
    ]),
  ),
);

export const hostileGzips = [...headers, ...trailers, ...deflated, ...cuts];
