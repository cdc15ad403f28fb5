import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type { ArchivedFile } from "./manifest.ts";

/** Writes a file of the backup, compressed with zstd; durable when it resolves. */
export async function writeArchive(
  folder: string,
  file: string,
  content: AsyncIterable<Uint8Array | string>,
): Promise<ArchivedFile> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    content,
    createZstdCompress(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return { file, bytes, sha256: hash.digest("hex") };
}

/** The content of a file of the backup. */
export function readArchive(folder: string, file: string): AsyncIterable<Buffer> {
  const unpacked = createZstdDecompress();
  const packed = createReadStream(join(folder, file));
  packed.on("error", (error) => unpacked.destroy(error));
  return packed.pipe(unpacked);
}

/** The content's lines; only a line feed ends one. */
export async function* readLines(folder: string, file: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of readArchive(folder, file)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([rest, chunk.subarray(start, end)]).toString("utf8");
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
  }
  if (rest.byteLength > 0) throw new Error(`${file} ends in the middle of a line`);
}

const LINE_FEED = 0x0a;

/** Whether the file is what the manifest says, byte for byte. */
export async function isIntact(folder: string, { file, bytes, sha256 }: ArchivedFile): Promise<boolean> {
  const hash = createHash("sha256");
  let found = 0;
  try {
    for await (const chunk of createReadStream(join(folder, file))) {
      hash.update(chunk);
      found += chunk.byteLength;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
  return found === bytes && hash.digest("hex") === sha256;
}
