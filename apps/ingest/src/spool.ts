import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** Up to this size a body may stay in memory; a larger one is written to a file. */
const MEMORY_BYTES_MAX = 1024 * 1024;

/** A body that was received completely and can be read any number of times. */
export interface Spool {
  /** The whole body if it is small enough for memory, otherwise `null`. */
  readonly bytes: Uint8Array | null;
  /** The file that contains the body, otherwise `null`. */
  readonly path: string | null;
  readonly sizeBytes: number;
  read(): AsyncIterable<Uint8Array>;
  /** Size and SHA-256 (hexadecimal), computed from the body. */
  digest(): Promise<BodyDigest>;
  remove(): Promise<void>;
}

export interface BodyDigest {
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface SpoolOptions {
  readonly bytesMax: number;
  readonly folder: string;
  /** Bytes of one body in memory, before it is written to a file and meanwhile. */
  readonly memoryBytesMax?: number;
  /** Called with the size so far before more is kept. */
  readonly onBytes?: (sizeBytes: number) => void;
}

/** The body is larger than the limit. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/**
 * Reads a body to its end.
 * @throws {BodyTooLargeError} as soon as it exceeds `bytesMax`; no file remains
 */
export async function spoolBody(body: AsyncIterable<Uint8Array>, options: SpoolOptions): Promise<Spool> {
  const { bytesMax, folder, memoryBytesMax = MEMORY_BYTES_MAX, onBytes } = options;
  const block = createBlock(memoryBytesMax);
  let sizeBytes = 0;
  let file: SpoolFile | undefined;
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytesMax) throw new BodyTooLargeError(`the body is larger than ${bytesMax} bytes`);
      onBytes?.(sizeBytes);
      for (let taken = 0; taken < chunk.length; ) {
        if (block.isFull()) {
          file ??= createSpoolFile(createSpoolPath(folder));
          await file.write(block.take());
        }
        taken += block.add(chunk.subarray(taken));
      }
    }
    await file?.write(block.take());
    await file?.end();
  } catch (error) {
    await file?.remove();
    throw error;
  }
  if (file === undefined) return holdBody(block.take());
  const { path, read, remove } = file;
  return { bytes: null, path, sizeBytes, read, digest: () => digestBody(read()), remove };
}

/** The same body in memory, if it is small enough. Its file stays. */
export async function loadSmall(spool: Spool): Promise<Spool> {
  if (spool.path === null || spool.sizeBytes > MEMORY_BYTES_MAX) return spool;
  return holdBody(await readFile(spool.path));
}

function holdBody(bytes: Uint8Array): Spool {
  const read = () => yieldOnce(bytes);
  const digest = () => digestBody(read());
  return { bytes, path: null, sizeBytes: bytes.length, read, digest, remove: async () => undefined };
}

const BLOCK_BYTES_MIN = 4096;

/** Collects bytes in one buffer: a sender that sends them one by one takes no more memory than another. */
function createBlock(bytesMax: number) {
  let buffer = Buffer.alloc(0);
  let end = 0;

  function makeRoom(bytes: number): void {
    if (end + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.min(bytesMax, Math.max(2 * buffer.length, end + bytes, BLOCK_BYTES_MIN)));
    buffer.copy(larger, 0, 0, end);
    buffer = larger;
  }

  return {
    isFull: () => end === bytesMax,
    /** Adds what fits, and returns how much that is. */
    add(bytes: Uint8Array): number {
      const fitting = bytes.subarray(0, bytesMax - end);
      makeRoom(fitting.length);
      buffer.set(fitting, end);
      end += fitting.length;
      return fitting.length;
    },
    take(): Uint8Array {
      const taken = buffer.subarray(0, end);
      buffer = Buffer.alloc(0);
      end = 0;
      return taken;
    },
  };
}

async function digestBody(body: AsyncIterable<Uint8Array>): Promise<BodyDigest> {
  const sha256 = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of body) {
    sha256.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: sha256.digest("hex") };
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

/** A temporary file that is written once, then read. */
export interface SpoolFile {
  readonly path: string;
  write(chunk: Uint8Array | string): Promise<void>;
  end(): Promise<void>;
  read(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** A unique path for temporary files. */
export function createSpoolPath(folder: string): string {
  return join(folder, `spool-${randomUUID()}`);
}

/** Creates a temporary file. Readable by this process's user only. */
export function createSpoolFile(path: string): SpoolFile {
  const stream = createWriteStream(path, { mode: 0o600, flags: "wx" });
  const closed = new Promise<void>((resolve) => stream.once("close", resolve));
  // A full disk may cause an error while no call is waiting for it.
  let fault: Error | null = null;
  stream.on("error", (error) => {
    fault = error;
  });
  const assertWhole = () => {
    if (fault) throw fault;
  };
  return {
    path,
    async write(chunk) {
      assertWhole();
      if (!stream.write(chunk)) await once(stream, "drain");
    },
    async end() {
      stream.end();
      await closed;
      assertWhole();
    },
    read: () => createReadStream(path),
    async remove() {
      stream.destroy();
      // Otherwise the file might be created after its removal.
      await closed;
      await rm(path, { force: true });
    },
  };
}
