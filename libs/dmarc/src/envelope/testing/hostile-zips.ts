import { crc32, deflateRawSync } from "node:zlib";
import { buildBomb } from "./bomb.ts";
import { listHostile } from "./hostile-submission.ts";
import { buildZip, u16, u32, u64, type ZipFile } from "./zip-builder.ts";

const xml = "<feedback/>";
const other = "<other/>";
const file: ZipFile = { name: "a.xml", data: xml };
const second: ZipFile = { name: "b.xml", data: other };
const signature = (letters: string): Buffer => Buffer.from(`PK${letters}`, "latin1");
const zip = (lies: Partial<ZipFile>): Buffer => buildZip([{ ...file, ...lies }]);
const extraField = (id: number, content: Buffer): Buffer => Buffer.concat([u16(id), u16(content.length), content]);
const named = (name: string | Buffer, flags = 0x800): Buffer => zip({ name, flags });

/** Names are only shown, never used: whatever they say, the report is read. */
const names = listHostile({
  "zip with an absolute name": [xml, () => named("/etc/cron.d/a")],
  "zip with ../ 20,000 times": [xml, () => named("../".repeat(20_000))],
  "zip with a drive's name": [xml, () => named("C:\\Windows\\a.xml")],
  "zip with a network share's name": [xml, () => named("\\\\192.0.2.1\\share\\a.xml")],
  "zip with a device's name": [xml, () => named("CON")],
  "zip with an empty name": [xml, () => named("")],
  "zip with the name ..": [xml, () => named("..")],
  "zip with a name of NUL": [xml, () => named("\0")],
  "zip with a name of line breaks": [xml, () => named("a\r\nb\n.xml")],
  "zip with a name that turns its direction": [xml, () => named("\u202elmx.a")],
  "zip with an escape sequence as name": [xml, () => named("\u001b]0;title\u0007\u001b[2J")],
  "zip with a name that is not UTF-8": [xml, () => named(Buffer.from("ff80c0af2e786d6c", "hex"))],
  "zip with a name of code page 437": [xml, () => named(Buffer.from("8194e19c2e786d6c", "hex"), 0)],
  "zip with UTF-8 that is not declared": [xml, () => named("b\u00fccher.xml", 0)],
  "zip with an overlong slash": [xml, () => named(Buffer.from("2e2ec0af612e786d6c", "hex"))],
  "zip with another name as Unicode": [
    xml,
    () =>
      zip({ extra: extraField(0x7075, Buffer.concat([Buffer.from([1]), u32(crc32("a.xml")), Buffer.from("../b")])) }),
  ],
  "zip with the name of a directory and a report in it": [xml, () => named("a.xml/")],
  "zip with a thousand times the same name": [xml, () => buildZip(Array.from({ length: 1000 }, () => file))],
  "zip with one file too many": ["too-many-entries", () => buildZip(Array.from({ length: 1001 }, () => file))],
});

/** The directory decides; local headers are only passed over. */
const differences = listHostile({
  "zip whose local name differs": [xml, () => zip({ local: { name: "../../other" } })],
  "zip whose local method differs": [xml, () => zip({ local: { method: 0 } })],
  "zip whose local sizes differ": [xml, () => zip({ local: { packedBytes: 0xfffffff0, sizeBytes: 0 } })],
  "zip whose local checksum differs": [xml, () => zip({ local: { crc32: 1 } })],
  "zip that is encrypted by its local header only": [xml, () => zip({ local: { flags: 1 } })],
  "zip with a local extra field of 65,535 bytes": [xml, () => zip({ local: { extra: Buffer.alloc(65_535) } })],
  "zip with a data descriptor": [
    xml,
    () => zip({ flags: 8, local: { crc32: 0, sizeBytes: 0, packedBytes: 0 }, behind: describe(crc32(xml)) }),
  ],
  "zip with a data descriptor without signature": [
    xml,
    () => zip({ flags: 8, local: { crc32: 0 }, behind: describe(crc32(xml)).subarray(4) }),
  ],
  "zip with a wrong data descriptor": [xml, () => zip({ flags: 8, local: { crc32: 0 }, behind: describe(1) })],
  "zip without a data descriptor that it announces": [xml, () => zip({ flags: 8, local: { crc32: 0 } })],
  "zip with a wrong checksum": ["corrupt", () => zip({ crc32: 1 })],
  "zip with a wrong checksum, stored": ["corrupt", () => zip({ crc32: 1, method: 0 })],
  "zip with one byte more than stated": ["corrupt", () => zip({ sizeBytes: xml.length - 1 })],
  "zip with one byte less than stated": ["corrupt", () => zip({ sizeBytes: xml.length + 1 })],
  "zip whose last deflated byte is left out of its size": [
    "truncated",
    () => zip({ packedBytes: deflateRawSync(xml).length - 1 }),
  ],
  "zip with a stored byte less than stated": ["corrupt", () => zip({ method: 0, packedBytes: xml.length - 1 })],
  "zip with a size of 0": ["corrupt", () => zip({ sizeBytes: 0, crc32: 0 })],
  "zip stored that is said to be deflated": ["corrupt", () => zip({ packed: Buffer.from(xml) })],
  "zip deflated that is said to be stored": [
    "corrupt",
    () => zip({ method: 0, packed: deflateRawSync(xml), packedBytes: deflateRawSync(xml).length }),
  ],
});

function describe(checksum: number): Buffer {
  return Buffer.concat([signature("\x07\x08"), u32(checksum), u32(deflateRawSync(xml).length), u32(xml.length)]);
}

const locked = listHostile({
  "zip with strong encryption": ["encrypted", () => zip({ flags: 0x41 })],
  "zip with an encrypted directory": ["encrypted", () => zip({ flags: 0x2041 })],
  "zip with AES": ["encrypted", () => zip({ flags: 1, method: 99, extra: extraField(0x9901, Buffer.alloc(7)) })],
  "zip with an encrypted file beside a report": [["encrypted", xml], () => buildZip([{ ...second, flags: 1 }, file])],
  ...Object.fromEntries(
    [1, 6, 9, 12, 14, 19, 93, 95, 98, 65_535].map((method) => [
      `zip of method ${method}`,
      ["unsupported-compression", () => zip({ method })] as const,
    ]),
  ),
});

const zip64Extra = (...values: number[]): Buffer => extraField(1, Buffer.concat(values.map(u64)));

const large = listHostile({
  "zip64 whose sizes are missing": ["corrupt", () => zip({ sizeBytes: 0xffffffff })],
  "zip64 with an empty extra field": ["corrupt", () => zip({ sizeBytes: 0xffffffff, extra: zip64Extra() })],
  "zip64 with a size of 2^62": ["corrupt", () => zip({ sizeBytes: 0xffffffff, extra: zip64Extra(2 ** 62) })],
  "zip64 with a packed size of 2^52": [
    "corrupt",
    () => zip({ sizeBytes: 0xffffffff, packedBytes: 0xffffffff, extra: zip64Extra(xml.length, 2 ** 52) }),
  ],
  "zip64 with an offset of 2^52": ["corrupt", () => zip({ offset: 0xffffffff, extra: zip64Extra(2 ** 52) })],
  "zip64 with an offset of 0": [xml, () => zip({ offset: 0xffffffff, extra: zip64Extra(0) })],
  "zip64 whose locator points nowhere": ["corrupt", () => withLocator(2 ** 40)],
  "zip64 whose locator points at a file": ["corrupt", () => withLocator(0)],
  "zip with an extra field longer than the record": [
    "corrupt",
    () => zip({ extra: Buffer.concat([u16(1), u16(999)]) }),
  ],
  "zip with 16,000 empty extra fields": [
    xml,
    () => zip({ extra: Buffer.alloc(64_000, extraField(0xcafe, Buffer.of())) }),
  ],
});

/** A zip whose end record leaves everything to a zip64 record at `offset`. */
function withLocator(offset: number): Buffer {
  const whole = buildZip([file], { entryCount: 0xffff, directoryStart: 0xffffffff });
  const locator = Buffer.concat([signature("\x06\x07"), u32(0), u64(offset), u32(1)]);
  return Buffer.concat([whole.subarray(0, -22), locator, whole.subarray(-22)]);
}

/** Where an archive has more than one directory, the last end record decides. */
const ends = listHostile({
  "zip with a comment of 65,535 bytes": [xml, () => buildZip([file], { comment: "c".repeat(65_535) })],
  "zip with an end record in its comment": [
    "corrupt",
    () => buildZip([file], { comment: signature("\x05\x06".padEnd(40)) }),
  ],
  "zip with a zip in its comment": [[other], () => buildZip([file], { comment: buildZip([second]) })],
  "zip behind a zip": [[other], () => Buffer.concat([buildZip([file]), buildZip([second])])],
  "zip whose comment is longer than the file": ["corrupt", () => patchEnd(20, u16(60_000))],
  "zip with 100 KB behind it": [xml, () => Buffer.concat([buildZip([file]), Buffer.alloc(100_000, "x")])],
  "zip behind 4,000 bytes": [xml, () => Buffer.concat([Buffer.alloc(4000, "x"), buildZip([file])])],
  "zip behind 5,000 bytes": ["no-report", () => Buffer.concat([Buffer.alloc(5000, "x"), buildZip([file])])],
  "zip on its first of two disks": ["corrupt", () => buildZip([file], { disk: 1 })],
  "zip with the mark of a spanned archive": [xml, () => Buffer.concat([signature("00"), buildZip([file])])],
  "zip of an end record alone": ["no-report", () => buildZip([])],
  "zip whose end record is cut": ["truncated", () => buildZip([]).subarray(0, 21)],
  "zip whose directory is its first file": ["corrupt", () => buildZip([file], { directoryStart: 0 })],
  "zip whose directory begins too late": ["corrupt", () => buildZip([file], { directoryStart: 60 })],
  "zip whose directory is said to be empty": [xml, () => buildZip([file], { directoryBytes: 0 })],
  "zip whose directory is said to have 4 GiB": [xml, () => buildZip([file], { directoryBytes: 0xffffffff })],
  "zip with a name longer than the file": ["corrupt", () => patchDirectory(28, u16(65_535))],
  "zip with a file's comment longer than the file": ["corrupt", () => patchDirectory(32, u16(65_535))],
  "zip with a broken signature in its directory": ["corrupt", () => patchDirectory(0, signature("\x01\x03"))],
  "zip with a broken signature of its first local header": [["corrupt"], () => patchLocal(file, file, second)],
  "zip with a broken signature of its second local header": [[xml, "corrupt"], () => patchLocal(second, file, second)],
  "zip with 400,000 directory records, announced as one": ["<feedback/>", buildLongDirectory],
});

function patch(bytes: Buffer, at: number, value: Buffer): Buffer {
  value.copy(bytes, at);
  return bytes;
}

/** A zip of `files` in which the local header of `broken` has another signature. */
function patchLocal(broken: ZipFile, ...files: readonly ZipFile[]): Buffer {
  const whole = buildZip(files);
  return patch(whole, whole.indexOf(broken.name) - 30, signature("\x03\x05"));
}

function patchEnd(at: number, value: Buffer): Buffer {
  const whole = buildZip([file]);
  return patch(whole, whole.length - 22 + at, value);
}

function patchDirectory(at: number, value: Buffer): Buffer {
  const whole = buildZip([file]);
  return patch(whole, whole.indexOf(signature("\x01\x02")) + at, value);
}

function buildLongDirectory(): Buffer {
  const whole = buildZip([{ ...file, name: "" }]);
  const start = whole.indexOf(signature("\x01\x02"));
  const records = Buffer.alloc(400_000 * 46, whole.subarray(start, -22));
  return Buffer.concat([whole.subarray(0, start), records, whole.subarray(-22)]);
}

const equalFile: ZipFile = { name: "a", data: Buffer.alloc(100_000, "<feedback>") };

const overlaps = listHostile({
  "zip with the same file twice": ["bomb", () => buildZip([file, { ...file, offset: 0 }])],
  "zip whose file reaches into the next": [
    "bomb",
    () => buildZip([{ ...file, method: 0, packedBytes: 40, sizeBytes: 40 }, second]),
  ],
  "zip with a file inside a file": ["bomb", buildFileInFile],
  "zip whose file reaches into the directory": ["corrupt", () => zip({ method: 0, packedBytes: 60, sizeBytes: 60 })],
  "zip with a file in its directory": ["corrupt", () => zip({ offset: 46 })],
  "zip of 1,000 files of 100 KB from 200 bytes": [
    "output-too-large",
    () => buildZip(Array.from({ length: 1000 }, () => equalFile)),
  ],
  "zip of a gzip bomb": ["output-too-large", () => zip({ data: buildBomb() })],
  "zip of a stored gzip bomb": ["output-too-large", () => zip({ method: 0, data: buildBomb() })],
  "zip 8 deep, as deep as allowed": [xml, () => nestZip(8)],
  "zip 9 deep": ["too-deep", () => nestZip(9)],
});

/** The second file lies, header and all, in the stored bytes of the first. */
function buildFileInFile(): Buffer {
  const inner = buildZip([second]);
  return buildZip([
    { name: "outer", data: inner, method: 0 },
    { ...second, offset: 30 + "outer".length },
  ]);
}

function nestZip(levels: number): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>((inner) => zip({ data: inner }), Buffer.from(xml));
}

const deflated = listHostile({
  "zip with bytes behind the deflated ones": [
    xml,
    () => zip({ packed: Buffer.concat([deflateRawSync(xml), Buffer.alloc(9)]) }),
  ],
  "zip of a block of type 3": ["corrupt", () => zip({ packed: Buffer.from([7]) })],
  "zip of deflated bytes without end": ["truncated", () => zip({ packed: deflateRawSync(xml).subarray(0, -3) })],
  "zip of no deflated bytes": ["truncated", () => zip({ packed: Buffer.alloc(0) })],
});

const cuts = listHostile(
  Object.fromEntries(
    [4, 29, 40, -1, -10, -22, -23, -60].map((length) => [
      length < 0 ? `zip without its last ${-length} bytes` : `zip cut after ${length} bytes`,
      ["truncated", () => buildZip([file]).subarray(0, length)] as const,
    ]),
  ),
);

export const hostileZips = [...names, ...differences, ...locked, ...large, ...ends, ...overlaps, ...deflated, ...cuts];
