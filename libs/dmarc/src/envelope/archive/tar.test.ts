import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { toSafeName } from "../submission/entry-path.ts";
import { collectEntries } from "../testing/collect-entries.ts";
import { buildPaxRecords, buildTar, buildTarFile, buildTarHeader } from "../testing/tar-builder.ts";

const xml = "<feedback/>";

test("every file of a tar archive is read in turn, packed as gzip or not", async () => {
  const tar = buildTar([
    { name: "d/", type: "5" },
    { name: "PaxHeader", type: "x", data: "30 path=long" },
    { name: "d/._a.xml", data: xml },
    { name: "d/a.xml", data: xml },
    { name: "link", type: "2" },
    { name: "empty" },
    { name: "b.xml.gz", data: gzipSync(xml) },
  ]);
  const expected = [`s > d/a.xml: ${xml}`, `s > b.xml.gz: ${xml}`];
  expect(await collectEntries(tar)).toEqual(expected);
  expect(await collectEntries(gzipSync(tar))).toEqual(expected);
});

test("extended headers give the names and sizes of the files behind them", async () => {
  const long = `${"folder/".repeat(30)}ü.xml`;
  const tar = Buffer.concat([
    buildTarFile({ name: "global", type: "g", data: buildPaxRecords({ comment: "x=y\n", path: "g.xml" }) }),
    buildTarFile({ name: "a.xml", data: xml }),
    buildTarFile({ name: "PaxHeader", type: "x", data: buildPaxRecords({ path: long, size: `${xml.length}` }) }),
    buildTarFile({ name: "cut.xml", data: xml, sizeBytes: 0 }),
    buildTarFile({ name: "PaxHeader", type: "x", data: buildPaxRecords({ path: "", size: "" }) }),
    buildTarFile({ name: "own.xml", data: xml }),
    buildTarFile({ name: "././@LongLink", type: "L", data: "gnu.xml\0" }),
    buildTarFile({ name: "cut.xml", data: xml }),
    buildTarFile({ name: "PaxHeader", type: "x", data: buildPaxRecords({ path: "d/._e.xml" }) }),
    buildTarFile({ name: "e.xml", data: xml }),
    buildTarFile({ name: "z.xml", data: xml }),
  ]);
  const names = ["g.xml", toSafeName(long), "own.xml", "gnu.xml", "g.xml"];
  expect(await collectEntries(tar)).toEqual(names.map((name) => `s > ${name}: ${xml}`));
});

test.for([
  ["a record longer than its header", "99 path=b.xml\n"],
  ["a record without a line feed", "13 path=b.xml"],
  ["a record without a length", " path=b.xml\n"],
  ["a length of nothing", "0 path=b.xml\n"],
  ["a size that is not a number", "13 size=0x10\n"],
  ["a size beyond all numbers", "30 size=999999999999999999999\n"],
] as const)("an extended header that is malformed changes nothing: %s", async ([, data]) => {
  const files = [
    { name: "PaxHeader", type: "x", data },
    { name: "a.xml", data: xml },
  ];
  expect(await collectEntries(buildTar(files))).toEqual([`s > a.xml: ${xml}`]);
});

test("an extended header of many megabytes is passed over", async () => {
  const files = [
    { name: "PaxHeader", type: "x", data: buildPaxRecords({ path: "b.xml", comment: "x".repeat(3e6) }) },
    { name: "a.xml", data: xml },
  ];
  expect(await collectEntries(buildTar(files))).toEqual([`s > b.xml: ${xml}`]);
  expect(await collectEntries(buildTar(files).subarray(0, 2e6))).toEqual(["s: truncated"]);
});

test("a large file is streamed, and the next one found behind it", async () => {
  const data = `<f>${randomBytes(400_001).toString("hex")}</f>`;
  expect(
    await collectEntries(
      buildTar([
        { name: "a", data },
        { name: "b", data: xml },
      ]),
    ),
  ).toEqual([`s > a: ${data.length} bytes`, `s > b: ${xml}`]);
});

test("an archive that ends inside a file keeps the files before it", async () => {
  for (const bytes of [2000, 600_000]) {
    const data = `<f>${"x".repeat(bytes)}</f>`;
    const tar = buildTar([
      { name: "a", data: xml },
      { name: "b", data },
    ]);
    expect(await collectEntries(tar.subarray(0, tar.length - 2000))).toEqual([`s > a: ${xml}`, "s > b: truncated"]);
  }
});

test("a gzip that breaks inside an archive is reported once, for the file in which it broke", async () => {
  const packed = gzipSync(
    buildTar([
      { name: "a", data: xml },
      { name: "b", data: `<f>${randomBytes(2e5).toString("hex")}` },
    ]),
  );
  expect(await collectEntries(packed.subarray(0, packed.length >> 1))).toEqual([`s > a: ${xml}`, "s > b: truncated"]);
});

test("an archive of GNU's format with sizes in binary is read", async () => {
  const header = buildTarHeader("a", "0", 0);
  header.fill(0, 124, 136);
  header[124] = 0x80;
  header.writeUInt32BE(xml.length, 132);
  header.write("        ", 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const rest = Buffer.concat([
    Buffer.from(xml),
    Buffer.alloc(512 - xml.length),
    buildTarFile({ name: "b", data: xml }),
  ]);
  expect(await collectEntries(Buffer.concat([header, rest]))).toEqual([`s > a: ${xml}`, `s > b: ${xml}`]);
});

test("a size of more than 48 bits is not read as a small one", async () => {
  const size = Buffer.from("800000000100000000000000", "hex");
  size[11] = xml.length;
  expect(await collectEntries(buildTar([{ name: "a", data: xml, lies: { size } }]))).toEqual(["s > a: truncated"]);
});

test("an archive whose headers are cut or damaged is refused from there on", async () => {
  const file = buildTarFile({ name: "a", data: xml });
  expect(await collectEntries(Buffer.concat([file, file.subarray(0, 100)]))).toEqual([`s > a: ${xml}`, "s: truncated"]);
  expect(await collectEntries(Buffer.concat([file, Buffer.alloc(512, "x")]))).toEqual([`s > a: ${xml}`, "s: corrupt"]);
  expect(await collectEntries(file)).toEqual([`s > a: ${xml}`]);
});
