import { buildBomb } from "./bomb.ts";
import { listHostile } from "./hostile-submission.ts";
import { buildPaxRecords, buildTar, buildTarFile, buildTarHeader, type TarFile } from "./tar-builder.ts";
import { buildZip } from "./zip-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const file: TarFile = { name: "a.xml", data: xml };
const second: TarFile = { name: "b.xml", data: "<other/>" };
const both = [xml, "<other/>"];
const pax = (values: Readonly<Record<string, string>> | string, type = "x"): TarFile => ({
  name: "pax",
  type,
  data: typeof values === "string" ? values : buildPaxRecords(values),
});
const sized = (size: string): Buffer => buildTar([{ ...file, lies: { size: Buffer.from(size, "latin1") } }, second]);
const binarySize = (bytes: bigint): string => {
  const field = Buffer.alloc(12);
  field.writeBigUInt64BE(bytes, 4);
  field[0] = 0x80;
  return field.toString("latin1");
};

const sizes = listHostile({
  "tar with a size of letters": ["corrupt", () => sized("zzzzzzzzzzz\0")],
  "tar with a size of blanks": ["corrupt", () => sized(" ".repeat(12))],
  "tar with a size in decimal digits": ["corrupt", () => sized("00000000089\0")],
  "tar with a negative size": ["corrupt", () => sized("-0000000013\0")],
  "tar with a size of 2^62 in binary": ["truncated", () => sized(binarySize(2n ** 62n))],
  "tar with a size of -1 in binary": ["truncated", () => sized("\xff".repeat(12))],
  "tar with a right size in binary": [both, () => sized(binarySize(BigInt(xml.length)))],
  "tar with a size of 0": ["corrupt", () => sized("00000000000\0")],
  "tar with a size over one block": ["corrupt", () => sized("00000001001\0")],
  "tar with a size of 12 digits and no end": ["truncated", () => sized("777777777777")],
  "tar with a directory that has a size": [
    both,
    () => buildTar([{ ...file, type: "5", data: Buffer.alloc(700) }, file, second]),
  ],
  "tar with a directory of 8 GiB": ["truncated", () => buildTarHeader("d", "5", 8 * 1024 ** 3 - 1)],
});

const types = listHostile({
  "tar with a hard link that has bytes": [[xml], () => buildTar([{ ...second, type: "1" }, file])],
  "tar with a symbolic link to /etc/passwd": [
    [xml],
    () => buildTar([{ name: "l", type: "2", lies: { linkName: "/etc/passwd" } }, file]),
  ],
  "tar with a link and a file through it": [
    [xml],
    () =>
      buildTar([
        { name: "l", type: "2", lies: { linkName: "/tmp" } },
        { ...file, name: "l/a.xml" },
      ]),
  ],
  "tar with a character device": [[xml], () => buildTar([{ name: "d", type: "3" }, file])],
  "tar with a block device": [[xml], () => buildTar([{ name: "d", type: "4" }, file])],
  "tar with a pipe": [[xml], () => buildTar([{ name: "d", type: "6" }, file])],
  "tar with a contiguous file": [both, () => buildTar([{ ...file, type: "7" }, second])],
  "tar with a sparse file": [["<other/>"], () => buildTar([{ ...file, type: "S" }, second])],
  "tar with a volume's label": [[xml], () => buildTar([{ name: "label", type: "V" }, file])],
  "tar with a file of an earlier volume": [["<other/>"], () => buildTar([{ ...file, type: "M" }, second])],
  "tar with an unknown type": [["<other/>"], () => buildTar([{ ...file, type: "Z" }, second])],
  "tar of 38,000 directories": ["no-report", () => Buffer.alloc(38_000 * 512, buildTarHeader("d", "5", 0))],
});

const names = listHostile({
  "tar with ../ in a name": [xml, () => buildTar([{ ...file, name: "../../../etc/passwd" }])],
  "tar with an absolute name": [xml, () => buildTar([{ ...file, name: "/etc/passwd" }])],
  "tar with an empty name": ["no-report", () => buildTar([{ ...file, name: "" }])],
  "tar with an empty name in its second header": ["corrupt", () => buildTar([file, { ...second, name: "" }])],
  "tar with a prefix of ../": [xml, () => buildTar([{ ...file, lies: { prefix: "../".repeat(50) } }])],
  "tar with a name that is not UTF-8": [xml, () => Buffer.concat([signedHeader(), fill(xml)])],
  "tar with a long name of 1 MiB": [xml, () => buildTar([longName("n".repeat(MIB)), file])],
  "tar with a long name of 18 MiB": [xml, () => buildTar([longName("n".repeat(18 * MIB)), file])],
  "tar with a long name and no file": ["no-report", () => buildTar([longName("n")])],
  "tar with a long name larger than the archive": [
    "truncated",
    () => Buffer.concat([buildTarHeader("././@LongLink", "L", 8 * 1024 ** 3 - 1), Buffer.from("n")]),
  ],
  "tar with 9,000 long names in a row": [
    xml,
    () => buildTar([...Array.from({ length: 9000 }, () => longName("n")), file]),
  ],
  "tar with a long link's name": [xml, () => buildTar([{ ...longName("n".repeat(MIB)), type: "K" }, file])],
});

function longName(name: string): TarFile {
  return { name: "././@LongLink", type: "L", data: `${name}\0` };
}

/** A header with a byte over 127, which makes old tar's sum of signed bytes another one. */
function signedHeader(): Buffer {
  const header = buildTarHeader("a.xml", "0", xml.length);
  header[0] = 0xff;
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function fill(data: string): Buffer {
  return Buffer.concat([Buffer.from(data), Buffer.alloc(512 - data.length)]);
}

const extended = listHostile({
  "tar with an extended size that is right": [both, () => buildTar([pax({ size: String(xml.length) }), file, second])],
  "tar with an extended size of 2^53": ["truncated", () => buildTar([pax({ size: String(2 ** 53 - 1) }), file])],
  "tar with an extended size beyond numbers": [both, () => buildTar([pax({ size: "9".repeat(400) }), file, second])],
  "tar with a negative extended size": [both, () => buildTar([pax({ size: "-1" }), file, second])],
  "tar with an extended size in hexadecimal": [both, () => buildTar([pax({ size: "0xb" }), file, second])],
  "tar with an extended size of 0": ["corrupt", () => buildTar([pax({ size: "0" }), file])],
  "tar with one extended size for all files": [
    [xml, "<".repeat(xml.length), "corrupt"],
    () => buildTar([pax({ size: String(xml.length) }, "g"), file, { ...second, data: Buffer.alloc(600, "<") }]),
  ],
  "tar with an extended name of ../": [xml, () => buildTar([pax({ path: "../".repeat(1000) }), file])],
  "tar with an extended name of NUL": [xml, () => buildTar([pax({ path: "\0" }), file])],
  "tar with an extended value of 18 MiB": [xml, () => buildTar([pax({ path: "n".repeat(18 * MIB) }), file])],
  "tar with extended headers of extended headers": [
    both,
    () => buildTar([...Array.from({ length: 9000 }, () => pax({ path: "n" })), file, second]),
  ],
  "tar with a record's length of 0": [both, () => buildTar([pax("0 path=b\n"), file, second])],
  "tar with a record longer than its header": [both, () => buildTar([pax("999999999 path=b\n"), file, second])],
  "tar with a record's length of 10,000 digits": [both, () => buildTar([pax("9".repeat(10_000)), file, second])],
  "tar with a record's length of letters": [both, () => buildTar([pax("aa path=b\n"), file, second])],
  "tar with a record without end": [both, () => buildTar([pax("10 path=bb"), file, second])],
  "tar with the map of a sparse file": [
    xml,
    () => buildTar([pax({ "GNU.sparse.major": "1", "GNU.sparse.realsize": "1" }), file]),
  ],
});

const ends = listHostile({
  "tar without its end": [both, () => Buffer.concat([buildTarFile(file), buildTarFile(second)])],
  "tar with garbage behind its end": [xml, () => Buffer.concat([buildTar([file]), Buffer.alloc(MIB, "x")])],
  "tar with a tar behind its end": [[xml], () => Buffer.concat([buildTar([file]), buildTar([second])])],
  "tar with a zip behind its end": [
    [xml],
    () => Buffer.concat([buildTar([file]), buildZip([{ name: "z", data: "<z/>" }])]),
  ],
  "tar with garbage between its files": [
    [xml, "corrupt"],
    () => Buffer.concat([buildTarFile(file), Buffer.alloc(512, "x"), buildTar([second])]),
  ],
  "tar with a wrong checksum": ["no-report", () => buildTar([{ ...file, lies: { checksum: "0000001\0" } }])],
  "tar with a wrong checksum in its second header": [
    [xml, "corrupt"],
    () => buildTar([file, { ...second, lies: { checksum: "0000001\0" } }]),
  ],
  "tar with a checksum of letters": ["no-report", () => buildTar([{ ...file, lies: { checksum: "zzzzzzz\0" } }])],
  "tar without magic": [both, () => buildTar([{ ...file, lies: { magic: "\0\0\0\0\0" } }, second])],
  "tar with GNU's magic": [both, () => buildTar([{ ...file, lies: { magic: "ustar  \0" } }, second])],
  "tar of a gzip bomb": ["output-too-large", () => buildTar([{ ...file, data: buildBomb() }])],
  "tar 8 deep, as deep as allowed": [xml, () => nestTar(8)],
  "tar 9 deep": ["too-deep", () => nestTar(9)],
  "tar of a file that looks like a header": [both, () => buildTar([{ ...file, data: buildTar([file]) }, second])],
  ...Object.fromEntries(
    [511, 513, 520, 1030].map((length) => [
      `tar cut after ${length} bytes`,
      [length < 512 ? "no-report" : "truncated", () => buildTar([file, second]).subarray(0, length)] as const,
    ]),
  ),
});

function nestTar(levels: number): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>((data) => buildTar([{ name: "t", data }]), Buffer.from(xml));
}

export const hostileTars = [...sizes, ...types, ...names, ...extended, ...ends];
