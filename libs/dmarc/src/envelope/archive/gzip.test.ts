import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { collectEntries } from "../testing/collect-entries.ts";

const small = "<feedback/>";
const large = `<feedback>${randomBytes(300_000).toString("hex")}</feedback>`;

/** Rewrites the ten bytes that begin a member: with flags, and fields for them. */
function withHeader(packed: Buffer, flags: number, fields: Buffer): Buffer {
  const header = Buffer.from(packed.subarray(0, 10));
  header[3] = flags;
  return Buffer.concat([header, fields, packed.subarray(10)]);
}

describe.each([
  ["small", small, small],
  ["large", large, `${large.length} bytes`],
])("a %s gzip", (_, xml, read) => {
  const packed = gzipSync(xml);

  test("is unpacked", async () => {
    expect(await collectEntries(packed)).toEqual([`s: ${read}`]);
  });

  test.each([
    ["zero bytes", Buffer.alloc(700)],
    ["text", Buffer.from("-- \r\nsent by a gateway")],
    ["one byte of the magic number", Buffer.from([0x1f])],
  ])("ignores %s behind its end", async (_name, trailing) => {
    expect(await collectEntries(Buffer.concat([packed, trailing]))).toEqual([`s: ${read}`]);
  });

  test("gives all of its members as one document", async () => {
    const [line = ""] = await collectEntries(
      Buffer.concat([packed, gzipSync("<!-- -->"), gzipSync(""), gzipSync("\n")]),
    );
    const whole = `${xml}<!-- -->\n`;
    expect(line).toBe(whole.length <= 1000 ? `s: ${whole}` : `s: ${whole.length} bytes`);
  });

  test("may have a name, a comment, extra fields, a header checksum and reserved flags", async () => {
    const extra = Buffer.concat([Buffer.from([5, 0]), Buffer.from("extra")]);
    const fields = Buffer.concat([extra, Buffer.from("name.xml\0comment\0"), Buffer.from([1, 2])]);
    expect(await collectEntries(withHeader(packed, 0xfe, fields))).toEqual([`s: ${read}`]);
    expect(
      await collectEntries(withHeader(packed, 4, Buffer.concat([Buffer.from([255, 255]), Buffer.alloc(65535)]))),
    ).toEqual([`s: ${read}`]);
  });

  test("is refused when it ends in the middle, wherever that is", async () => {
    for (const cut of [3, 12, packed.length >> 1, packed.length - 9, packed.length - 8, packed.length - 1]) {
      expect(await collectEntries(packed.subarray(0, cut)), `cut at ${cut}`).toEqual(["s: truncated"]);
    }
  });

  test("is refused when its bytes or its checksum are wrong", async () => {
    const wrongChecksum = Buffer.from(packed);
    wrongChecksum[packed.length - 8] = (wrongChecksum[packed.length - 8] ?? 0) ^ 1;
    expect(await collectEntries(wrongChecksum)).toEqual(["s: corrupt"]);
    const wrongData = Buffer.concat([packed.subarray(0, 10), Buffer.alloc(100, 0xff), packed.subarray(10)]);
    expect(await collectEntries(wrongData)).toEqual(["s: corrupt"]);
    const wrongMethod = Buffer.from(packed);
    wrongMethod[2] = 7;
    expect(await collectEntries(wrongMethod)).toEqual(["s: corrupt"]);
  });
});

test("a header that never ends is refused", async () => {
  const endless = withHeader(gzipSync(small), 8, Buffer.alloc(400_000, 0x61));
  expect(await collectEntries(endless)).toEqual(["s: corrupt"]);
});
