import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { createFolder } from "@ruaflow/runtime/folders";
import type { ArchivedFile } from "./manifest-schema.ts";

/** Writes a file of the backup, compressed with zstd; durable when it resolves. */
export async function writeArchive(
  folder: string,
  file: string,
  content: AsyncIterable<Uint8Array | string>,
): Promise<ArchivedFile> {
  const path = join(folder, file);
  await createFolder(dirname(path), 0o700);
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
    if (rest.byteLength > LINE_BYTES_MAX) throw new Error(`${file} has a line of more than ${LINE_BYTES_MAX} bytes`);
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
/** Far above any row: its texts are bounded when the report is read. */
const LINE_BYTES_MAX = 16 * 2 ** 20;

/**
 * The path of a file that lies in the folder itself; `null` for what is missing, reached over a link, or no file: a pipe or a
 * device would be read forever.
 */
export async function findFile(folder: string, file: string): Promise<string | null> {
  const root = await realpath(folder).catch(ignoreMissing);
  if (root === null) return null;
  const path = join(root, file);
  const found = await realpath(path).catch(ignoreMissing);
  return found === path && (await stat(path)).isFile() ? path : null;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "ELOOP") return null;
  throw error;
}

/** Whether the file is what the manifest says, byte for byte. */
export async function isIntact(folder: string, { file, bytes, sha256 }: ArchivedFile): Promise<boolean> {
  const path = await findFile(folder, file);
  if (path === null || (await stat(path)).size !== bytes) return false;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex") === sha256;
}
