import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { createSpoolFile, type SpoolFile } from "./spool.ts";

/** Bytes of one message's records at most, before compression: with its facts it stays below what the log takes. */
const CHUNK_BYTES_MAX = 768 * 1024;

/** Beyond this the chunks of a report wait in a file, so that a giant report does not fill the memory. */
const MEMORY_BYTES_MAX = 16 * 1024 * 1024;

/** One record alone is larger than a message may be. */
export class RecordTooLargeError extends Error {
  override name = "RecordTooLargeError";
}

/** Part of a report's encoded records: one line each. */
export interface Chunk {
  readonly index: number;
  readonly firstOrdinal: number;
  readonly lines: string;
}

/**
 * Keeps a report's encoded records until its end is reached, so that a report that breaks in the middle never enters
 * the log in part.
 */
export interface ChunkCollector {
  /**
   * Adds one record's line. Returns a promise only when it has to wait for the disk.
   * @throws {RecordTooLargeError} for a line that fits into no message
   */
  add(line: string): void | Promise<void>;
  /** Ends collecting. There is at least one chunk, also for a report without records. */
  finish(): Promise<Chunks>;
  /** Frees what was kept; to be called in any case. */
  remove(): Promise<void>;
}

export interface Chunks {
  readonly count: number;
  read(): AsyncIterable<Chunk>;
}

export function createChunkCollector(folder: string): ChunkCollector {
  const full: Omit<Chunk, "index">[] = [];
  let lines: string[] = [];
  let bytes = 0;
  let heldBytes = 0;
  let firstOrdinal = 0;
  let spilled: SpoolFile | undefined;
  let spilledCount = 0;

  function closeChunk(): void | Promise<void> {
    full.push({ firstOrdinal, lines: lines.join("\n") });
    firstOrdinal += lines.length;
    heldBytes += bytes;
    lines = [];
    bytes = 0;
    if (heldBytes > MEMORY_BYTES_MAX) return spill();
  }

  async function spill(): Promise<void> {
    spilled ??= createSpoolFile(folder, []);
    for (const chunk of full.splice(0)) {
      spilledCount += 1;
      await spilled.write(`${JSON.stringify(chunk)}\n`);
    }
    heldBytes = 0;
  }

  async function* read(): AsyncGenerator<Chunk> {
    let index = 0;
    if (spilled) {
      for await (const line of createInterface({
        input: Readable.from(spilled.read()),
        crlfDelay: Number.POSITIVE_INFINITY,
      })) {
        yield { index: index++, ...JSON.parse(line) };
      }
    }
    for (const chunk of full) yield { index: index++, ...chunk };
  }

  return {
    add(line) {
      const lineBytes = Buffer.byteLength(line) + 1;
      if (lineBytes > CHUNK_BYTES_MAX) throw new RecordTooLargeError(`a record takes ${lineBytes} bytes`);
      const closing = bytes + lineBytes > CHUNK_BYTES_MAX ? closeChunk() : undefined;
      lines.push(line);
      bytes += lineBytes;
      return closing;
    },
    async finish() {
      if (lines.length > 0 || firstOrdinal === 0) await closeChunk();
      await spilled?.end();
      return { count: spilledCount + full.length, read };
    },
    async remove() {
      await spilled?.remove();
    },
  };
}
