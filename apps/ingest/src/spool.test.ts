import { hash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BodyTooLargeError, loadSmall, spoolBody } from "./spool.ts";

const MIB = 1024 * 1024;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-spool-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function* write(mebibytes: number, failAfter = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  for (let written = 0; written < mebibytes; written += 1) {
    if (written >= failAfter) throw new Error("the sender left");
    yield Buffer.alloc(MIB, written);
  }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

test("a small body stays in memory, a larger one is written to a file; both can be read again and leave no file", async () => {
  for (const [mebibytes, files] of [
    [1, 0],
    [3, 1],
  ] as const) {
    const spool = await spoolBody(write(mebibytes), { bytesMax: 10 * MIB, folder });
    expect(await readdir(folder)).toHaveLength(files);
    const expected = await readAll(write(mebibytes));
    expect(await readAll(spool.read())).toEqual(expected);
    const digest = { sizeBytes: mebibytes * MIB, sha256: hash("sha256", expected, "hex") };
    expect(await spool.digest()).toEqual(digest);
    await spool.remove();
    expect(await readdir(folder)).toEqual([]);
  }
});

test("a body that is too large, or whose sender disconnects, leaves no file", async () => {
  await expect(spoolBody(write(5), { bytesMax: 4 * MIB, folder })).rejects.toThrow(BodyTooLargeError);
  await expect(spoolBody(write(5, 3), { bytesMax: 10 * MIB, folder })).rejects.toThrow("the sender left");
  expect(await readdir(folder)).toEqual([]);
});

test("a body that arrives byte by byte is copied into one buffer: none of its thousands of chunks is kept", async () => {
  const expected = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
  const one = Buffer.alloc(1);
  async function* writeBytes() {
    for (const byte of expected) {
      one[0] = byte;
      yield one;
    }
  }
  const sizes: number[] = [];
  const onBytes = (sizeBytes: number) => sizes.push(sizeBytes);
  const spool = await spoolBody(writeBytes(), { bytesMax: MIB, folder, memoryBytesMax: 64 * 1024, onBytes });
  expect([spool.sizeBytes, spool.bytes, sizes.at(-1), sizes.length]).toEqual([200_000, null, 200_000, 200_000]);
  expect(await readAll(spool.read())).toEqual(expected);
  expect((await loadSmall(spool)).bytes).toEqual(expected);
  await spool.remove();
  expect(await readdir(folder)).toEqual([]);
});

test("a failing disk is an error of this body and does not end the process", async () => {
  const missing = join(folder, "missing");
  await expect(spoolBody(write(3), { bytesMax: 10 * MIB, folder: missing })).rejects.toThrow("ENOENT");
});
