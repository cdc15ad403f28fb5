import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type CompressedLines, compressLines } from "@ruaflow/report/message";
import { createSpoolFile, type SpoolFile } from "../spool.ts";

/**
 * Maximum bytes of one message's records before compression: with its facts the message stays below the log's limit.
 */
export const CHUNK_BYTES_MAX = 768 * 1024;

/**
 * Beyond this the compressed chunks of a report are kept in a file, so that a giant report does not fill the memory.
 */
const MEMORY_BYTES_MAX = 4 * 1024 * 1024;

/** A single record is larger than a message may be. */
export class RecordTooLargeError extends Error {
  override name = "RecordTooLargeError";
}

/** Part of a report's encoded records: one line each. */
export interface Chunk {
  readonly index: number;
  readonly firstOrdinal: number;
  /** Text in UTF-8; compressed if more chunks follow. */
  readonly lines: Uint8Array | CompressedLines;
}

/**
 * Holds a report's encoded records until its end is read, so that no part of a truncated report enters the log.
 */
export interface ChunkCollector {
  /**
   * Adds one record's line. Returns a promise only if it must wait for the disk.
   * @throws {RecordTooLargeError} for a line too large for a message
   */
  add(line: string): void | Promise<void>;
  /** Ends collecting and returns the chunks; the caller must remove them. */
  finish(): Promise<CollectedChunks>;
  /** Removes the collected chunks of a report that cannot be read to its end. */
  remove(): Promise<void>;
}

/** A report's chunks in a form that can be sent to another thread. There is at least one, even without records. */
export interface CollectedChunks {
  readonly spilled: SpilledChunks | null;
  readonly full: readonly FullChunk[];
  readonly last: { readonly firstOrdinal: number; readonly text: Uint8Array };
}

export interface Chunks {
  readonly count: number;
  read(): AsyncIterable<Chunk>;
}

/** A chunk that is not the last. */
interface FullChunk {
  readonly firstOrdinal: number;
  readonly lines: CompressedLines;
}

interface SpilledChunk {
  readonly firstOrdinal: number;
  readonly bytes: number;
}

/** Compressed chunks in a file, without gaps. */
interface SpilledChunks {
  readonly path: string;
  readonly chunks: readonly SpilledChunk[];
}

/** @param path of the file for chunks that exceed the memory limit */
export function createChunkCollector(path: string): ChunkCollector {
  const full: FullChunk[] = [];
  const spilled: SpilledChunk[] = [];
  let file: SpoolFile | undefined;
  const text = createLineBuffer(CHUNK_BYTES_MAX);
  let heldBytes = 0;
  let firstOrdinal = 0;

  function closeChunk(): void | Promise<void> {
    const compressed = compressLines(text.bytes());
    full.push({ firstOrdinal, lines: compressed });
    firstOrdinal += text.count();
    heldBytes += compressed.frame.length;
    text.clear();
    if (heldBytes > MEMORY_BYTES_MAX) return spill();
  }

  async function spill(): Promise<void> {
    file ??= createSpoolFile(path);
    for (const chunk of full.splice(0)) {
      spilled.push({ firstOrdinal: chunk.firstOrdinal, bytes: chunk.lines.frame.length });
      await file.write(chunk.lines.frame);
    }
    heldBytes = 0;
  }

  return {
    add(line) {
      const lineBytes = Buffer.byteLength(line) + 1;
      if (lineBytes > CHUNK_BYTES_MAX)
        throw new RecordTooLargeError(
          `A record of the report takes ${lineBytes} bytes; at most ${CHUNK_BYTES_MAX} can be stored. Ask the reporter to send it with fewer results in a record.`,
        );
      const closing = text.bytes().length + lineBytes > CHUNK_BYTES_MAX ? closeChunk() : undefined;
      text.add(line, lineBytes);
      return closing;
    },
    async finish() {
      await file?.end();
      const last = { firstOrdinal, text: text.bytes() };
      return { spilled: file ? { path, chunks: spilled } : null, full, last };
    },
    async remove() {
      await file?.remove();
    },
  };
}

/** The chunks of a report, in order, from memory and its file. */
export function openChunks({ spilled, full, last }: CollectedChunks): Chunks {
  async function* read(): AsyncGenerator<Chunk> {
    let index = 0;
    if (spilled) for await (const chunk of readSpilled(spilled)) yield { index: index++, ...chunk };
    for (const chunk of full) yield { index: index++, ...chunk };
    yield { index, firstOrdinal: last.firstOrdinal, lines: last.text };
  }
  return { count: (spilled?.chunks.length ?? 0) + full.length + 1, read };
}

/** Removes the file of a report whose chunks are no longer needed. */
export async function removeChunks({ spilled }: CollectedChunks): Promise<void> {
  if (spilled) await rm(spilled.path, { force: true });
}

const LINE_BUFFER_BYTES = 4096;

/**
 * Holds lines as bytes, so that the strings of a large report can be collected at once, not only when their chunk is
 * full.
 */
function createLineBuffer(bytesMax: number) {
  let buffer = Buffer.allocUnsafe(LINE_BUFFER_BYTES);
  let end = 0;
  let lines = 0;

  function makeRoom(bytes: number): void {
    if (end + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.min(bytesMax, Math.max(2 * buffer.length, end + bytes)));
    buffer.copy(larger, 0, 0, end);
    buffer = larger;
  }

  return {
    /** @param bytes of the line and the break before it, which the first line does not need */
    add(line: string, bytes: number) {
      makeRoom(bytes);
      if (lines > 0) end += buffer.write("\n", end);
      end += buffer.write(line, end);
      lines += 1;
    },
    count: () => lines,
    bytes: () => buffer.subarray(0, end),
    clear() {
      end = 0;
      lines = 0;
    },
  };
}

async function* readSpilled({ path, chunks }: SpilledChunks): AsyncGenerator<Omit<Chunk, "index">> {
  const source: AsyncIterator<Uint8Array> = createReadStream(path)[Symbol.asyncIterator]();
  let rest: Uint8Array = Buffer.alloc(0);
  try {
    for (const { firstOrdinal, bytes } of chunks) {
      const held = [rest];
      for (let heldBytes = rest.length; heldBytes < bytes; ) {
        const next = await source.next();
        if (next.done) throw new Error("the spool file is shorter than the data written to it");
        held.push(next.value);
        heldBytes += next.value.length;
      }
      const joined = Buffer.concat(held);
      yield { firstOrdinal, lines: { frame: joined.subarray(0, bytes) } };
      rest = joined.subarray(bytes);
    }
  } finally {
    // A reader that needs only the beginning leaves no open file.
    await source.return?.();
  }
}
