import { buildBomb } from "./bomb.ts";
import { buildOutlookMessage } from "./compound-file-builder.ts";
import { listHostile } from "./hostile-submission.ts";
import { attachment, buildMultipart } from "./mail-builder.ts";
import { buildZip, u16, u32 } from "./zip-builder.ts";

const SECTOR_BYTES = 512;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;
const xml = "<feedback/>";
/** An attachment is filled up to 4096 bytes. */
const report = "4096 bytes";
/** Where the chain ends too soon, what is there is read: the XML or the packed data shows that the rest is missing. */
const firstSector = xml.padEnd(SECTOR_BYTES, "\0");
/** Fields of the header (MS-CFB 2.2). */
const [sectorShift, tableCount, directoryStart, cutoff, miniTableStart, listStart, listCount, firstTable] = [
  30, 44, 48, 56, 60, 68, 72, 76,
];
/** Fields of a directory entry (MS-CFB 2.6.1). */
const [nameBytes, objectType, streamStart, streamBytes] = [64, 66, 116, 120];

const message = (): Buffer => buildOutlookMessage([Buffer.from(xml)]);

/** A message with one field of its header replaced. */
function patchHeader(at: number, value: Buffer): Buffer {
  const bytes = message();
  value.copy(bytes, at);
  return bytes;
}

/** A message with one field of a directory entry replaced: entry 0 is the root, entry 1 the attachment. */
function patchEntry(entry: number, at: number, value: Buffer): Buffer {
  const bytes = message();
  value.copy(bytes, (bytes.readUInt32LE(directoryStart) + 1) * SECTOR_BYTES + entry * 128 + at);
  return bytes;
}

/** A message in whose allocation table `sector` is followed by `next`. */
function patchChain(sector: number, next: number): Buffer {
  const bytes = message();
  u32(next).copy(bytes, (bytes.readUInt32LE(firstTable) + 1) * SECTOR_BYTES + sector * 4);
  return bytes;
}

const headers = listHostile({
  "Outlook message of its magic alone": ["truncated", () => message().subarray(0, 8)],
  "Outlook message with sectors of one byte": [report, () => patchHeader(sectorShift, u16(0))],
  "Outlook message with sectors of 2^65535 bytes": [report, () => patchHeader(sectorShift, u16(0xffff))],
  "Outlook message with sectors of 4096 bytes that it does not have": [
    "truncated",
    () => patchHeader(sectorShift, u16(12)),
  ],
  "Outlook message with 2^32 - 1 table sectors": [report, () => patchHeader(tableCount, u32(FREE))],
  "Outlook message without table": [firstSector, () => patchHeader(firstTable, u32(FREE))],
  "Outlook message with a table beyond its end": [firstSector, () => patchHeader(firstTable, u32(0xfffffff0))],
  "Outlook message with a directory beyond its end": [
    "outlook-msg",
    () => patchHeader(directoryStart, u32(0xfffffff0)),
  ],
  "Outlook message without directory": ["outlook-msg", () => patchHeader(directoryStart, u32(END_OF_CHAIN))],
  "Outlook message whose directory is its attachment": ["outlook-msg", () => patchHeader(directoryStart, u32(0))],
  "Outlook message whose directory is its table": ["outlook-msg", () => patchHeader(directoryStart, u32(9))],
  "Outlook message with all streams in mini sectors": ["no-report", () => patchHeader(cutoff, u32(FREE))],
  "Outlook message with no stream in mini sectors": [report, () => patchHeader(cutoff, u32(0))],
  "Outlook message with a mini table in its directory": ["outlook-msg", () => patchHeader(miniTableStart, u32(8))],
  "Outlook message with a list of tables beyond its end": [report, () => patchHeader(listStart, u32(0xfffffff0))],
  "Outlook message with 2^32 - 1 lists of tables": [report, () => patchHeader(listCount, u32(FREE))],
});

const chains = listHostile({
  "Outlook attachment whose chain begins beyond the end": [
    "no-report",
    () => patchEntry(1, streamStart, u32(0xfffffff0)),
  ],
  "Outlook attachment whose chain is empty": ["no-report", () => patchEntry(1, streamStart, u32(END_OF_CHAIN))],
  "Outlook attachment whose chain is the table": ["no-report", () => patchEntry(1, streamStart, u32(9))],
  "Outlook attachment whose chain is the directory": ["outlook-msg", () => patchEntry(1, streamStart, u32(8))],
  "Outlook attachment whose chain leads to itself at once": ["outlook-msg", () => patchChain(0, 0)],
  "Outlook attachment whose chain ends too soon": [firstSector, () => patchChain(0, END_OF_CHAIN)],
  "Outlook attachment whose chain goes on in a free sector": [firstSector, () => patchChain(0, FREE)],
  "Outlook attachment whose chain leads into the directory": ["outlook-msg", () => patchChain(0, 8)],
  "Outlook directory whose chain leads to itself": ["outlook-msg", () => patchChain(8, 8)],
  "Outlook directory whose chain leads into the attachment": ["outlook-msg", () => patchChain(8, 0)],
  "Outlook attachment that claims 4 GiB": ["no-report", () => patchEntry(1, streamBytes, u32(FREE))],
  "Outlook attachment that claims no bytes": ["no-report", () => patchEntry(1, streamBytes, u32(0))],
  "Outlook attachment that claims the whole file": [report, () => patchEntry(1, streamBytes, u32(5632))],
});

const directories = listHostile({
  "Outlook message without root": ["outlook-msg", () => patchEntry(0, objectType, Buffer.of(0))],
  "Outlook message whose root is a stream": ["outlook-msg", () => patchEntry(0, objectType, Buffer.of(2))],
  "Outlook message with a root of 4 GiB": [
    "outlook-msg",
    () => patchEntry(0, streamStart, Buffer.concat([u32(8), u32(FREE)])),
  ],
  "Outlook attachment that is a storage": ["no-report", () => patchEntry(1, objectType, Buffer.of(1))],
  "Outlook attachment with a name of 65,535 bytes": ["no-report", () => patchEntry(1, nameBytes, u16(65_535))],
  "Outlook attachment without name": ["no-report", () => patchEntry(1, nameBytes, u16(0))],
  "Outlook message of 1,001 attachments": [
    "too-many-entries",
    () => buildOutlookMessage(Array.from({ length: 1001 }, () => Buffer.from(xml))),
  ],
  "Outlook message of a million attachments of no bytes": ["too-many-entries", buildManyEntries],
  "Outlook message with a gzip bomb": ["output-too-large", () => buildOutlookMessage([buildBomb()])],
  "Outlook messages 8 deep, as deep as allowed": [report, () => nestMessage(8)],
  "Outlook messages 9 deep": ["too-deep", () => nestMessage(9)],
  "Outlook message in a mail in a zip": [
    report,
    () => buildZip([{ name: "m.eml", data: buildMultipart([attachment("a.msg", message())]) }]),
  ],
});

/** Directory entries of 128 bytes fill the file; each says it is an attachment. */
function buildManyEntries(): Buffer {
  return buildOutlookMessage([Buffer.from(xml)], { copies: 100_000, claimedBytes: 0 });
}

function nestMessage(levels: number): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>((inner) => buildOutlookMessage([inner]), Buffer.from(xml));
}

const cuts = listHostile(
  Object.fromEntries(
    [9, 75, 511, 1000, 4608, 5000].map((length) => [
      `Outlook message cut after ${length} bytes`,
      ["truncated", () => message().subarray(0, length)] as const,
    ]),
  ),
);

export const hostileCompoundFiles = [...headers, ...chains, ...directories, ...cuts];
