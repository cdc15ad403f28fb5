import type { FileHandle } from "node:fs/promises";
import { CompactReader, compactTypes, toVarint } from "./thrift-compact.ts";

/** At the end of a file: the footer's length in four bytes, little-endian, and `PAR1`. */
const TRAILER_BYTES = 8;

/** Fields of FileMetaData (parquet-format, parquet.thrift). */
const fields = { rows: 3, rowGroups: 4, metadata: 5 } as const;

/** The file ends too early. */
export class IncompleteFileError extends Error {
  override name = "IncompleteFileError";
}

interface Footer {
  readonly rows: number;
  /** Where the footer begins in the file. */
  readonly start: number;
  readonly bytes: Buffer;
}

/** @throws {IncompleteFileError} when the file has no footer */
export async function readParquetFooter(file: FileHandle): Promise<Footer> {
  const { size } = await file.stat();
  const trailer = await readAt(file, size - TRAILER_BYTES, TRAILER_BYTES);
  const start = size - TRAILER_BYTES - trailer.readUInt32LE(0);
  if (trailer.toString("latin1", 4) !== "PAR1" || start < 4)
    throw new IncompleteFileError("the Parquet file has no end");
  const bytes = await readAt(file, start, size - TRAILER_BYTES - start);
  for (const { id, reader } of new CompactReader(bytes).readFields()) {
    if (id === fields.rows) return { rows: reader.readInteger(), start, bytes };
  }
  throw new Error("the Parquet file does not say how many rows it has");
}

/** Adds texts to the file's key-value metadata, which ClickHouse leaves out. */
export async function addParquetMetadata(file: FileHandle, texts: Readonly<Record<string, string>>): Promise<void> {
  const { bytes, start } = await readParquetFooter(file);
  const footer = insertMetadata(bytes, texts);
  const trailer = Buffer.from("0000PAR1", "latin1");
  trailer.writeUInt32LE(footer.byteLength);
  const end = Buffer.concat([footer, trailer]);
  const { bytesWritten } = await file.write(end, 0, end.byteLength, start);
  if (bytesWritten < end.byteLength) throw new IncompleteFileError("its metadata cannot be written");
}

/** Fields are written as distances from the one before, so the one after changes too. */
function insertMetadata(footer: Buffer, texts: Readonly<Record<string, string>>): Buffer {
  const list = toList(texts);
  for (const { id, header, previous } of new CompactReader(footer).readFields()) {
    if (id === fields.metadata) throw new Error("the Parquet file has metadata already");
    if (id !== null && id < fields.metadata) continue;
    const next = id === null ? 0 : ((id - fields.metadata) << 4) | ((footer[header] ?? 0) & 0x0f);
    const own = ((fields.metadata - previous) << 4) | compactTypes.list;
    return Buffer.concat([
      footer.subarray(0, header),
      Buffer.from([own]),
      list,
      Buffer.from([next]),
      footer.subarray(header + 1),
    ]);
  }
  throw new Error("the Parquet file's footer has no end");
}

/** `list<KeyValue>`: each a struct with the fields 1, key, and 2, value. */
function toList(texts: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(texts);
  const toField = (text: string) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x10 | compactTypes.binary]), toVarint(bytes.byteLength), bytes]);
  };
  const structs = entries.map((texts) => Buffer.concat([...texts.map(toField), Buffer.from([0])]));
  return Buffer.concat([Buffer.from([(entries.length << 4) | compactTypes.struct]), ...structs]);
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  if (start < 0) throw new IncompleteFileError("the Parquet file has no end");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead !== length) throw new IncompleteFileError("the Parquet file has no end");
  return buffer;
}
