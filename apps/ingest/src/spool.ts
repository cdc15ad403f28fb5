import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

/** Up to this size a body stays in memory; a larger one is written to a file. */
const MEMORY_BYTES_MAX = 1024 * 1024;

/** A body that was received completely and can be read any number of times. */
export interface Spool {
  /** The whole body if it is small enough for memory, otherwise `null`. */
  readonly bytes: Uint8Array | null;
  /** The file that contains the body, otherwise `null`. */
  readonly path: string | null;
  read(): AsyncIterable<Uint8Array>;
  /** Size and SHA-256 (hexadecimal), computed from the body. */
  digest(): Promise<BodyDigest>;
  remove(): Promise<void>;
}

export interface BodyDigest {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The body is larger than the limit. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/**
 * Reads a body to its end.
 * @throws {BodyTooLargeError} as soon as it exceeds `bytesMax`; no file remains
 */
export async function spoolBody(
  body: AsyncIterable<Uint8Array>,
  { bytesMax, folder }: { bytesMax: number; folder: string },
): Promise<Spool> {
  const held: Uint8Array[] = [];
  let sizeBytes = 0;
  let file: SpoolFile | undefined;
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytesMax) throw new BodyTooLargeError(`the body is larger than ${bytesMax} bytes`);
      if (!file && sizeBytes > MEMORY_BYTES_MAX) file = createSpoolFile(createSpoolPath(folder), held.splice(0));
      if (file) await file.write(chunk);
      else held.push(chunk);
    }
    await file?.end();
  } catch (error) {
    await file?.remove();
    throw error;
  }
  if (file) {
    const { path, read, remove } = file;
    return { bytes: null, path, read, digest: () => digestBody(read()), remove };
  }
  const bytes = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
  const read = () => yieldOnce(bytes);
  return { bytes, path: null, read, digest: () => digestBody(read()), remove: async () => undefined };
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

/** Creates a temporary file that begins with `first`. Readable by this process's user only. */
export function createSpoolFile(path: string, first: readonly Uint8Array[]): SpoolFile {
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
  for (const chunk of first) stream.write(chunk);
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
