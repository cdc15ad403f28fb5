import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { collectEntries } from "../testing/collect-entries.ts";
import { buildTar } from "../testing/tar-builder.ts";
import { buildZip, u16, u64, type ZipFile } from "../testing/zip-builder.ts";

const xml = "<feedback/>";
const file: ZipFile = { name: "a.xml", data: xml };

test("several reports of one archive come in the order of its directory, stored or deflated", async () => {
  const zip = buildZip([file, { ...file, name: "b.xml", method: 0 }, { name: "c.xml", data: "<c/>" }]);
  expect(await collectEntries(zip)).toEqual([`s > a.xml: ${xml}`, `s > b.xml: ${xml}`, "s > c.xml: <c/>"]);
});

test("a large report is streamed and checked", async () => {
  const data = `<f>${randomBytes(800_000).toString("hex")}</f>`;
  expect(await collectEntries(buildZip([{ name: "a", data }]))).toEqual([`s > a: ${data.length} bytes`]);
  expect(await collectEntries(buildZip([{ name: "a", data, crc32: 1 }]))).toEqual(["s > a: corrupt"]);
  expect(await collectEntries(buildZip([{ name: "a", data, sizeBytes: 70_000 }]))).toEqual(["s > a: corrupt"]);
});

test("directories and resource forks are passed over", async () => {
  const noise = ["x.xml/", "__MACOSX/", "__MACOSX/._a.xml", "d/._a.xml"].map((name) => ({
    name,
    data: name.endsWith("/") ? "" : xml,
  }));
  expect(await collectEntries(buildZip([...noise, file]))).toEqual([`s > a.xml: ${xml}`]);
});

test("a name says nothing about the content", async () => {
  const zip = buildZip([
    { name: "a.pdf", data: xml },
    { name: "b.xml", data: gzipSync(xml) },
  ]);
  expect(await collectEntries(zip)).toEqual([`s > a.pdf: ${xml}`, `s > b.xml: ${xml}`]);
});

test.each(["../../etc/passwd", "/etc/passwd", "C:\\a.xml", "..\\a.xml"])("the name %s is only shown", async (name) => {
  expect(await collectEntries(buildZip([{ name, data: xml }]))).toEqual([`s > ${name.replaceAll("\\", "/")}: ${xml}`]);
});

test("bytes in front of an archive and behind it do no harm", async () => {
  const zip = buildZip([file], { comment: "a comment" });
  expect(await collectEntries(Buffer.concat([zip, Buffer.from("\r\n-- \r\nfooter")]))).toEqual([`s > a.xml: ${xml}`]);
  expect(await collectEntries(Buffer.concat([Buffer.from("#!/bin/sh stub\n"), zip]))).toEqual([`s > a.xml: ${xml}`]);
});

test("an entry with zip64 fields is read", async () => {
  const extra = Buffer.concat([u16(1), u16(8), u64(xml.length)]);
  expect(await collectEntries(buildZip([{ ...file, extra, sizeBytes: 0xffffffff }]))).toEqual([`s > a.xml: ${xml}`]);
});

test("one unreadable entry leaves the others readable", async () => {
  const bad: ZipFile[] = [
    { ...file, name: "secret", flags: 1 },
    { ...file, name: "lzma", method: 14 },
    { ...file, name: "checksum", crc32: 1 },
    { ...file, name: "shorter", sizeBytes: 5 },
    { ...file, name: "longer", sizeBytes: 50 },
    { ...file, name: "stored", method: 0, sizeBytes: 5 },
    { ...file, name: "huge", packedBytes: 1e9 },
    { ...file, name: "elsewhere", offset: 3 },
    { ...file, name: "garbage", packed: Buffer.alloc(20, 0xff) },
    { ...file, name: "cut", packed: Buffer.from([0x4b]) },
  ];
  expect(await collectEntries(buildZip([...bad, file]))).toEqual([
    "s > secret: encrypted",
    "s > lzma: unsupported-compression",
    ...["checksum", "shorter", "longer", "stored", "huge", "elsewhere", "garbage"].map(
      (name) => `s > ${name}: corrupt`,
    ),
    "s > cut: truncated",
    `s > a.xml: ${xml}`,
  ]);
});

test("strong encryption is reported as encryption", async () => {
  expect(await collectEntries(buildZip([{ ...file, flags: 0x41 }]))).toEqual(["s: encrypted"]);
});

test("an archive that ends in the middle is refused", async () => {
  const zip = buildZip([file]);
  expect(await collectEntries(zip.subarray(0, zip.length - 30))).toEqual(["s: truncated"]);
});

test.each([4, 10, 21])("an end record cut after %d bytes is refused", async (length) => {
  expect(await collectEntries(buildZip([]).subarray(0, length))).toEqual(["s: truncated"]);
});

test("entries that share bytes are refused, a fuzz of two bytes is not", async () => {
  const sharing = buildZip([file, { ...file, name: "b.xml", offset: 0 }]);
  expect(await collectEntries(sharing)).toEqual(["s: bomb"]);
  const packed = Buffer.from(`${xml}PK`);
  const touching = buildZip([
    { name: "a", data: xml, method: 0, packed: packed.subarray(0, xml.length), packedBytes: xml.length },
    file,
  ]);
  expect(await collectEntries(touching)).toEqual([`s > a: ${xml}`, `s > a.xml: ${xml}`]);
});

test("an archive too large to be held is refused", async () => {
  const zip = buildZip([file, { name: "ballast", data: randomBytes(50_000) }]);
  expect(await collectEntries(zip, { limits: { heldBytesMax: zip.length - 1 } })).toEqual(["s: container-too-large"]);
  expect(await collectEntries(zip, { limits: { heldBytesMax: zip.length } })).toEqual([`s > a.xml: ${xml}`]);
});

test("archives in archives share what may be held", async () => {
  const inner = buildZip([file, { name: "ballast", data: randomBytes(50_000) }]);
  const outer = buildZip([{ name: "inner", data: inner }, file]);
  expect(await collectEntries(outer, { limits: { heldBytesMax: 90_000 } })).toEqual([
    "s > inner: container-too-large",
    `s > a.xml: ${xml}`,
  ]);
});

test("what one archive held is free for the next", async () => {
  const inner = buildZip([file, { name: "ballast", data: randomBytes(50_000) }]);
  const tar = buildTar([1, 2, 3].map((n) => ({ name: `${n}`, data: gzipSync(inner) })));
  const tarOfLarge = buildTar(
    [1, 2, 3].map((n) => ({ name: `${n}`, data: Buffer.concat([inner, Buffer.alloc(300_000)]) })),
  );
  for (const [archive, heldBytesMax] of [
    [gzipSync(tar), 90_000],
    [tarOfLarge, 400_000],
  ] as const) {
    expect(await collectEntries(archive, { limits: { heldBytesMax } })).toEqual(
      [1, 2, 3].map((n) => `s > ${n} > a.xml: ${xml}`),
    );
  }
});
