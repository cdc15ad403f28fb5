import { constants, type FileHandle, open } from "node:fs/promises";
import type { ExportFormat } from "./export-query.ts";

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
/** A Parquet file ends with the footer's length in four bytes, little-endian, and `PAR1`. */
const PARQUET_TRAILER_BYTES = 8;

/** The file ends too early. */
export class IncompleteFileError extends Error {
  override name = "IncompleteFileError";
}

/**
 * Rows of a CSV or JSON lines file that an export wrote; `null` for a Parquet file, whose writer adds its end after the last
 * row. ClickHouse says nothing when a disk is full and its file ends too early.
 * @throws {IncompleteFileError} when a Parquet file has no end; a system error for a link
 */
export async function countFileRows(path: string, format: ExportFormat): Promise<number | null> {
  const file = await openOwnFile(path);
  try {
    if (format === "parquet") return await requireParquetEnd(file);
    const lines = await countLines(file, { quoted: format === "csv" });
    // CSV has a header, also without rows.
    return format === "csv" ? lines - 1 : lines;
  } finally {
    await file.close();
  }
}

/**
 * Syncs the file to disk.
 * @returns its size in bytes
 */
export async function syncFile(path: string): Promise<number> {
  const file = await openOwnFile(path);
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Opens what stands at this path itself, no link's target. */
function openOwnFile(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_NOFOLLOW);
}

async function requireParquetEnd(file: FileHandle): Promise<null> {
  const { size } = await file.stat();
  const trailer = Buffer.alloc(PARQUET_TRAILER_BYTES);
  const start = size - PARQUET_TRAILER_BYTES;
  if (start >= 0) await file.read(trailer, 0, PARQUET_TRAILER_BYTES, start);
  if (trailer.toString("latin1", 4) === "PAR1" && trailer.readUInt32LE(0) <= start) return null;
  throw new IncompleteFileError("the Parquet file has no end");
}

/** Line feeds, outside quotes where texts may contain them: CSV doubles a quote, JSON escapes a line feed. */
async function countLines(file: FileHandle, { quoted }: { readonly quoted: boolean }): Promise<number> {
  let lines = 0;
  let isWithin = false;
  for await (const chunk of file.createReadStream({ autoClose: false, start: 0 })) {
    const bytes: Buffer = chunk;
    for (let index = 0; index < bytes.length; index += 1) {
      if (bytes[index] === QUOTE && quoted) isWithin = !isWithin;
      else if (bytes[index] === LINE_FEED && !isWithin) lines += 1;
    }
  }
  return lines;
}
