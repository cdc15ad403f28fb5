import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { MESSAGE_BYTES_MAX } from "@ruaflow/event-log";
import { expect, test } from "vitest";
import { type Chunk, createChunkCollector, openChunks, RecordTooLargeError, removeChunks } from "./chunks.ts";

const folder = mkdtempSync(join(tmpdir(), "chunks-"));
const path = join(folder, "chunks");

/** A message also contains the report's facts: at most a hundred errors of 1 KiB each, and a few texts. */
const FACTS_BYTES_MAX = 150_000;

async function collect(lines: Iterable<string>): Promise<readonly Chunk[]> {
  const collector = createChunkCollector(path);
  for (const line of lines) await collector.add(line);
  const collected = await collector.finish();
  const chunks = openChunks(collected);
  const read: Chunk[] = [];
  for await (const chunk of chunks.read()) read.push(chunk);
  expect(read).toHaveLength(chunks.count);
  await removeChunks(collected);
  return read;
}

function toText({ lines }: Chunk): string {
  return Buffer.from("frame" in lines ? zstdDecompressSync(lines.frame) : lines).toString("utf8");
}

test("a report without records has one empty chunk", async () => {
  expect(await collect([])).toEqual([{ index: 0, firstOrdinal: 0, lines: Buffer.alloc(0) }]);
});

test("chunks keep every line in order and their first ordinal, in memory and through the file", async () => {
  for (const { count, noise } of [
    { count: 10, noise: 10 },
    { count: 20_000, noise: 10 },
    { count: 20_000, noise: 300 },
  ]) {
    const lines = Array.from({ length: count }, (_, index) => `${index},"é${randomBytes(noise).toString("base64")}"`);
    const chunks = await collect(lines);
    expect(chunks.map(toText).join("\n")).toBe(lines.join("\n"));
    let ordinal = 0;
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk).toMatchObject({ index, firstOrdinal: ordinal });
      ordinal += toText(chunk).split("\n").length;
    }
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("the message of a full chunk fits into the log even if it cannot be compressed", async () => {
  const noise = () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000));
  const lines = Array.from({ length: 200 }, (_, index) => `${index},"${Array.from({ length: 3000 }, noise).join("")}"`);
  for (const chunk of await collect(lines)) {
    expect(zstdCompressSync(toText(chunk)).length).toBeLessThan(MESSAGE_BYTES_MAX - FACTS_BYTES_MAX);
  }
});

test("a record too large for a message is refused when it is added", () => {
  const collector = createChunkCollector(path);
  expect(() => collector.add("x".repeat(800 * 1024))).toThrow(RecordTooLargeError);
});
