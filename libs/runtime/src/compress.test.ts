import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressToCache } from "./compress.ts";

test.each([0, 1, 5_000, 300_000])("a value of %i bytes holds no more memory than it is long", (length) => {
  const value = Buffer.alloc(length, "a list of sources ");
  const compressed = compressToCache(value);
  expect(compressed.buffer.byteLength).toBe(compressed.byteLength);
  expect(zstdDecompressSync(compressed)).toEqual(value);
});
