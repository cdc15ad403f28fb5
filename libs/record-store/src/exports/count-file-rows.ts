import { constants, type FileHandle, open } from "node:fs/promises";
import type { ExportFormat } from "./export-query.ts";
import { addParquetMetadata, readParquetFooter } from "./parquet-footer.ts";

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

export interface FileCompletion {
  readonly format: ExportFormat;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Rows of a file that an export wrote. ClickHouse says nothing when a disk is full and its file ends too early.
 * @throws {IncompleteFileError} when a Parquet file has no end; a system error for a link
 */
export async function countFileRows(path: string, format: ExportFormat): Promise<number> {
  const file = await openOwnFile(path);
  try {
    if (format === "parquet") return (await readParquetFooter(file)).rows;
    const lines = await countLines(file, { quoted: format === "csv" });
    // CSV has a header, also without rows.
    return format === "csv" ? lines - 1 : lines;
  } finally {
    await file.close();
  }
}

/**
 * Adds texts to the metadata of the file, where its format has one, and syncs it to disk.
 * @returns its size in bytes
 */
export async function completeFile(path: string, { format, metadata }: FileCompletion): Promise<number> {
  const file = await openOwnFile(path);
  try {
    if (format === "parquet") await addParquetMetadata(file, metadata);
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
