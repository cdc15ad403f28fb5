import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rm } from "node:fs/promises";
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
  let block = createBlock(memoryBytesMax);
  let sizeBytes = 0;
  let file: SpoolFile | undefined;
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytesMax) throw new BodyTooLargeError(`the body is larger than ${bytesMax} bytes`);
      onBytes?.(sizeBytes);
      if (file === undefined && sizeBytes > memoryBytesMax) {
        file = createSpoolFile(createSpoolPath(folder));
        await file.write(block.bytes());
        block = createBlock(Math.min(memoryBytesMax, FILE_BLOCK_BYTES));
      }
      if (file !== undefined && !block.fits(chunk.length)) {
        await file.write(block.bytes());
        block.clear();
      }
      if (block.fits(chunk.length)) block.add(chunk);
      else await file?.write(chunk);
    }
    await file?.write(block.bytes());
    await file?.end();
  } catch (error) {
    await file?.remove();
    throw error;
  }
  if (file === undefined) return holdBody(block.bytes());
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
/** Smaller chunks are written together. */
const FILE_BLOCK_BYTES = 16 * 1024;

/**
 * Collects bytes in one buffer, which is used again for the next ones: a sender that sends them one by one takes no more memory than
 * another, and many that send much leave no garbage.
 */
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
    fits: (bytes: number) => end + bytes <= bytesMax,
    /** Adds bytes that fit. */
    add(bytes: Uint8Array): void {
      makeRoom(bytes.length);
      buffer.set(bytes, end);
      end += bytes.length;
    },
    /** What was added, until more is. */
    bytes: (): Uint8Array => buffer.subarray(0, end),
    clear(): void {
      end = 0;
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
  /** The bytes can be changed again once it resolves. */
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
  read(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** A unique path for temporary files. */
export function createSpoolPath(folder: string): string {
  return join(folder, `spool-${randomUUID()}`);
}

/** Creates a temporary file with the first bytes. Readable by this process's user only. */
export function createSpoolFile(path: string): SpoolFile {
  let opened: Promise<FileHandle> | null = null;
  const close = async () => (await opened)?.close();
  return {
    path,
    async write(chunk) {
      opened ??= open(path, "wx", 0o600);
      const file = await opened;
      for (let written = 0; written < chunk.length; ) {
        written += (await file.write(chunk, written)).bytesWritten;
      }
    },
    end: async () => close(),
    read: () => createReadStream(path),
    async remove() {
      // A file that could not be opened, or is closed already, has nothing to close.
      await close().catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}
