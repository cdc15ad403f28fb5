import { promisify } from "node:util";
import { zstdCompress, zstdCompressSync, zstdDecompress } from "node:zlib";

/** Bodies are stored in parts of at most this size: one statement and one row for each part. */
export const PART_BYTES_MAX = 1_048_576;
/** Up to this size compressing is faster than passing the work to another thread. */
const SYNC_BYTES_MAX = 64 * 1024;

/** A part of a body as it is stored. */
export interface BodyPart {
  readonly bytes: Uint8Array;
  readonly compressed: boolean;
}

/** Report XML shrinks to a tenth. A part that compressing does not make smaller is stored as it is. */
export async function toBodyPart(bytes: Uint8Array): Promise<BodyPart> {
  const packed =
    bytes.byteLength <= SYNC_BYTES_MAX
      ? zstdCompressSync(bytes, { chunkSize: Math.max(64, Math.min(bytes.length, 16384)) })
      : await promisify(zstdCompress)(bytes);
  return packed.byteLength < bytes.byteLength ? { bytes: packed, compressed: true } : { bytes, compressed: false };
}

/** @throws Error when the stored bytes are damaged */
export async function fromBodyPart({ bytes, compressed }: BodyPart): Promise<Uint8Array> {
  return compressed ? promisify(zstdDecompress)(bytes, { maxOutputLength: PART_BYTES_MAX }) : bytes;
}
