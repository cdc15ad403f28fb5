import { randomBytes } from "node:crypto";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { buildBomb, buildLargeXml } from "./bomb.ts";
import { buildOutlookMessage } from "./compound-file-builder.ts";
import type { HostileSubmission } from "./hostile-submission.ts";
import { buildTar, buildTarFile, buildTarHeader } from "./tar-builder.ts";
import { buildZip, u32, u64, type ZipFile } from "./zip-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const file: ZipFile = { name: "a.xml", data: xml };

/** XML of white space, which deflates 1,029 to 1. */
function blankXml(bytes: number): Buffer {
  return Buffer.concat([Buffer.from("<feedback>"), Buffer.alloc(bytes, " ")]);
}

/** XML that deflates about 100 to 1. */
function repetitiveXml(bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 16_384) }, () => [
    randomBytes(150),
    Buffer.alloc(16_234, "<record/>"),
  ]);
  return Buffer.concat([Buffer.from("<feedback>"), ...blocks.flat()]);
}

function nest(levels: number, wrap: (inner: Buffer) => Buffer): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>((inner) => wrap(inner), Buffer.from(xml));
}

/** Like 42.zip: each archive has 16 copies of the next smaller one. */
function buildZipTree(levels: number, leaf: Buffer): Buffer {
  const copies = (data: Buffer): ZipFile[] => Array.from({ length: 16 }, (_, i) => ({ name: `${i}.zip`, data }));
  return Array.from({ length: levels }).reduce<Buffer>((inner) => buildZip(copies(inner)), leaf);
}

/** Like Fifield's: all directory records use the bytes of one file. */
function buildOverlappingZip(count: number): Buffer {
  const data = blankXml(8 * MIB);
  const facts = { crc32: crc32(data), sizeBytes: data.length, packedBytes: deflateRawSync(data).length };
  const others = Array.from({ length: count }, (_, i) => ({ ...facts, name: `${i}`, data: "", offset: 0 }));
  return buildZip([{ name: "a", data }, ...others]);
}

function manyFiles(count: number, data: Buffer | string = ""): ZipFile[] {
  return Array.from({ length: count }, (_, i) => ({ name: `${i}`, data }));
}

/** An end record of zip64 that announces `entryCount` entries. */
function buildZip64(entryCount: number): Buffer {
  const zip = buildZip([file]);
  const end = zip.subarray(-22);
  const record = Buffer.concat([Buffer.from("PK\x06\x06", "latin1"), u64(44), u32(0), u32(0), u32(0)]);
  const counts = Buffer.concat([
    u64(entryCount),
    u64(entryCount),
    u64(end.readUInt32LE(12)),
    u64(end.readUInt32LE(16)),
  ]);
  const locator = Buffer.concat([Buffer.from("PK\x06\x07", "latin1"), u32(0), u64(zip.length - 22), u32(1)]);
  return Buffer.concat([zip.subarray(0, -22), record, counts, locator, end]);
}

async function* endless(chunk: Buffer): AsyncGenerator<Uint8Array> {
  for (;;) yield chunk;
}

const gzips: readonly HostileSubmission[] = [
  { name: "gzip of 16 MiB of blank XML", build: () => gzipSync(blankXml(16 * MIB)), outcome: "16777226 bytes" },
  { name: "gzip of more than the budget", build: buildBomb, outcome: "output-too-large" },
  { name: "gzip of zeros", build: () => gzipSync(Buffer.alloc(16 * MIB)), outcome: "no-report" },
  { name: "gzip of a gzip bomb", build: () => gzipSync(buildBomb()), outcome: "output-too-large" },
  {
    name: "gzip of a gzip of a gzip bomb",
    build: () => gzipSync(gzipSync(buildBomb())),
    outcome: "output-too-large",
  },
  { name: "gzip 20 deep", build: () => nest(20, gzipSync), outcome: "too-deep" },
  {
    name: "gzip of 80 MiB that packs less well",
    build: () => gzipSync(repetitiveXml(80 * MIB)),
    outcome: "output-too-large",
  },
  {
    name: "gzip of 100,000 empty members",
    build: () => Buffer.concat([gzipSync(xml), Buffer.alloc(2 * MIB, gzipSync(""))]),
    outcome: "too-many-entries",
  },
  {
    name: "endless gzip members",
    build: () => endless(gzipSync(`<feedback>${randomBytes(40_000).toString("hex")}`)),
    outcome: "input-too-large",
  },
  { name: "endless XML", build: () => endless(Buffer.alloc(65_536, "<feedback>")), outcome: "input-too-large" },
  { name: "endless white space", build: () => endless(Buffer.alloc(65_536, " ")), outcome: "no-report" },
  {
    name: "base64 10 deep",
    build: () => nest(10, (b) => Buffer.from(gzipSync(b).toString("base64"))),
    outcome: "too-deep",
  },
  {
    name: "gzip with an endless file name",
    build: () => Buffer.concat([Buffer.from("1f8b0808000000000003", "hex"), Buffer.alloc(10 * MIB, "a")]),
    outcome: "corrupt",
  },
];

const zips: readonly HostileSubmission[] = [
  {
    name: "zip of more than the budget",
    build: () => buildZip([{ name: "a", data: buildLargeXml() }]),
    outcome: "output-too-large",
  },
  { name: "zip whose entries overlap", build: () => buildOverlappingZip(500), outcome: "bomb" },
  { name: "zip tree like 42.zip", build: () => buildZipTree(5, blankXml(MIB)), outcome: "output-too-large" },
  { name: "zip tree of small files", build: () => buildZipTree(4, Buffer.from(xml)), outcome: "too-many-entries" },
  { name: "zip 20 deep", build: () => nest(20, (data) => buildZip([{ name: "z", data }])), outcome: "too-deep" },
  {
    name: "zip 20 deep, stored",
    build: () => nest(20, (data) => buildZip([{ name: "z", data, method: 0 }])),
    outcome: "too-deep",
  },
  {
    name: "zip and gzip by turns",
    build: () => nest(9, (data) => gzipSync(buildZip([{ name: "z", data }]))),
    outcome: "too-deep",
  },
  { name: "zip of 5,000 entries", build: () => buildZip(manyFiles(5_000)), outcome: "too-many-entries" },
  {
    name: "zip of entries counted modulo 65,536",
    build: () => buildZip(manyFiles(5_000), { entryCount: 70_000 }),
    outcome: "too-many-entries",
  },
  {
    name: "zip of 200 files of just below 1 MiB",
    build: () => buildZip(manyFiles(200, blankXml(MIB - 100))),
    outcome: "output-too-large",
  },
  {
    name: "zip that announces 65,535 entries",
    build: () => buildZip([file], { entryCount: 65_535 }),
    outcome: "too-many-entries",
  },
  {
    name: "zip that announces 100 entries and has one",
    build: () => buildZip([file], { entryCount: 100 }),
    outcome: "corrupt",
  },
  { name: "zip64 that announces 2^40 entries", build: () => buildZip64(2 ** 40), outcome: "too-many-entries" },
  { name: "zip64 that announces 2^60 entries", build: () => buildZip64(2 ** 60), outcome: "too-many-entries" },
  {
    name: "zip with a file larger than stated",
    build: () => buildZip([{ name: "a", data: blankXml(16 * MIB), sizeBytes: 10 }]),
    outcome: "corrupt",
  },
  {
    name: "zip with a file smaller than stated",
    build: () => buildZip([{ ...file, sizeBytes: 0xfffffffe }]),
    outcome: "corrupt",
  },
  {
    name: "zip with packed bytes beyond its end",
    build: () => buildZip([{ ...file, packedBytes: 0xfffffffe }]),
    outcome: "corrupt",
  },
  {
    name: "zip with a local header beyond its end",
    build: () => buildZip([{ ...file, offset: 0xfffffffe }]),
    outcome: "corrupt",
  },
  {
    name: "zip with its directory beyond its end",
    build: () => buildZip([file], { directoryStart: 0xfffffffe }),
    outcome: "corrupt",
  },
  {
    name: "zip that contains itself",
    build: () => buildZip([{ ...file, method: 0, packedBytes: 120, sizeBytes: 120 }]),
    outcome: "corrupt",
  },
  { name: "zip with an encrypted entry", build: () => buildZip([{ ...file, flags: 1 }]), outcome: "encrypted" },
  {
    name: "zip with an entry of method 99",
    build: () => buildZip([{ ...file, method: 99 }]),
    outcome: "unsupported-compression",
  },
  {
    name: "zip with a name of 65,535 bytes",
    build: () => buildZip([{ ...file, name: "n".repeat(65_535) }]),
    outcome: xml,
  },
  { name: "zip with a NUL and ../ in a name", build: () => buildZip([{ ...file, name: "../\0/a" }]), outcome: xml },
  { name: "zip of end records only", build: () => Buffer.alloc(19 * MIB, "PK\x05\x06", "latin1"), outcome: "corrupt" },
  {
    name: "zip of local headers only",
    build: () => Buffer.alloc(19 * MIB, "PK\x03\x04", "latin1"),
    outcome: "truncated",
  },
  {
    name: "zip cut in its directory",
    build: () => buildZip(manyFiles(500, xml)).subarray(0, -300),
    outcome: "truncated",
  },
  { name: "zip of 19 MiB stored in a zip in a zip", build: () => nestLargeZip(), outcome: xml },
];

/** Beside random bytes the bomb looks as if it packed less well. */
function buildBallastedZip(): Buffer {
  const ballast = { name: "ballast", data: randomBytes(4 * MIB), method: 0 };
  return buildZip([ballast, { name: "bomb", data: buildLargeXml() }]);
}

/** Each is unpacked in one call and passes by itself. */
function buildManySmallGzips(): Buffer {
  const data = gzipSync(blankXml(MIB - 100));
  return buildTar(Array.from({ length: 300 }, () => ({ name: "a", data })));
}

/** Millions of the shortest records that an extended header can have. */
function buildTarOfRecords(): Buffer {
  const header = buildTarFile({ name: "x", type: "x", data: Buffer.alloc(MIB, "5 p=\n") });
  return Buffer.concat([...Array.from({ length: 18 }, () => header), buildTar([{ name: "a", data: xml }])]);
}

/** The chain that names the sectors of the allocation table leads to itself. */
function buildCircularTable(): Buffer {
  const message = buildOutlookMessage([Buffer.from(xml)]);
  message.writeUInt32LE(message.length / 512 - 1, 68);
  const circle = Buffer.concat([Buffer.alloc(508), u32(message.length / 512 - 1)]);
  return Buffer.concat([message, circle, Buffer.alloc(19 * MIB)]);
}

/** Each attachment is small by the header's word, so all are read by sectors of 64 bytes in the root's stream of 3 MB. */
function buildSharedMiniChain(): Buffer {
  const message = buildOutlookMessage([Buffer.alloc(3 * MIB)], { copies: 900, claimedBytes: 64 });
  const directoryStart = (message.readUInt32LE(48) + 1) * 512;
  const chain = buildMiniTable(3 * MIB);
  message.writeUInt32LE(0, directoryStart + 116);
  message.writeUInt32LE(3 * MIB, directoryStart + 120);
  message.writeUInt32LE(0xffffffff, 56);
  chain.copy(message, 512);
  message.writeUInt32LE(0, 60);
  return message;
}

/** A table in which each sector of 64 bytes is followed by the next. */
function buildMiniTable(bytes: number): Buffer {
  return Buffer.concat(Array.from({ length: bytes / 64 }, (_, sector) => u32(sector + 1)));
}

/** The attachment's eight sectors go round, and it claims 1 MiB of them. */
function buildCircularAttachment(): Buffer {
  const message = buildOutlookMessage([Buffer.from(xml)], { claimedBytes: MIB });
  const tableStart = (message.readUInt32LE(76) + 1) * 512;
  message.writeUInt32LE(0, tableStart + 7 * 4);
  return Buffer.concat([message, Buffer.alloc(MIB)]);
}

function nestLargeZip(): Buffer {
  const inner = buildZip([{ name: "ballast", data: randomBytes(18 * MIB), method: 0 }, file]);
  return buildZip([{ name: "1", data: buildZip([{ name: "2", data: inner, method: 0 }]), method: 0 }]);
}

const others: readonly HostileSubmission[] = [
  { name: "Outlook message with a table in a circle", build: buildCircularTable, outcome: "4096 bytes" },
  { name: "zip with ballast beside a bomb", build: buildBallastedZip, outcome: "output-too-large" },
  {
    name: "tar with a file of 8 GiB that is not there",
    build: () => Buffer.concat([buildTarHeader("a", "0", 8 * 1024 ** 3 - 1), Buffer.from(xml)]),
    outcome: "truncated",
  },
  {
    name: "tar of 9,000 files",
    build: () => buildTar(Array.from({ length: 9000 }, () => ({ name: "a", data: "x" }))),
    outcome: "too-many-entries",
  },
  {
    name: "packed tar of a million headers",
    build: () => gzipSync(Buffer.alloc(100 * MIB, buildTarFile({ name: "a" }))),
    outcome: "output-too-large",
  },
  { name: "tar of extended headers with the shortest records", build: buildTarOfRecords, outcome: xml },
  { name: "tar of 300 gzips of just below 1 MiB", build: buildManySmallGzips, outcome: "output-too-large" },
  { name: "tar 20 deep", build: () => nest(20, (data) => buildTar([{ name: "t", data }])), outcome: "too-deep" },
  {
    name: "Outlook message with chains in circles",
    build: () => buildOutlookMessage([Buffer.from(xml)], { cyclic: true }),
    outcome: "outlook-msg",
  },
  {
    name: "Outlook attachments on one chain",
    build: () => buildOutlookMessage([Buffer.alloc(3 * MIB)], { copies: 900, claimedBytes: 4096 }),
    outcome: "outlook-msg",
  },
  {
    name: "Outlook attachments on one mini chain",
    build: buildSharedMiniChain,
    outcome: "outlook-msg",
  },
  {
    name: "Outlook attachment in a circle",
    build: buildCircularAttachment,
    outcome: "outlook-msg",
  },
  {
    name: "Outlook attachment of 6.5 MiB",
    build: () => buildOutlookMessage([Buffer.concat([Buffer.from(xml), Buffer.alloc(6.5 * MIB, " ")])]),
    outcome: "6815755 bytes",
  },
  {
    name: "Outlook message of one sector's header",
    build: () => buildOutlookMessage([]).subarray(0, 512),
    outcome: "truncated",
  },
  {
    name: "Outlook message of random bytes",
    build: () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), randomBytes(10 * MIB)]),
    outcome: "outlook-msg",
  },
];

export const hostileArchives: readonly HostileSubmission[] = [...gzips, ...zips, ...others];
