import { crc32, inflateRawSync } from "node:zlib";
import type { Entry } from "yauzl";
import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { EnvelopeError } from "../submission/refusal.ts";
import { inflate } from "./inflate.ts";

const STORED = 0;
const DEFLATED = 8;
const SMALL_INPUT_BYTES_MAX = 64 * 1024;
const SMALL_OUTPUT_BYTES_MAX = 1024 * 1024;

/** The content of one file of the archive `zip`, checked against the size and the CRC-32 that its directory states. */
// biome-ignore lint/complexity/useMaxParams: called once for each entry of a zip, where an object each would be garbage
export function openZipEntry(zip: Buffer, entry: Entry, start: number, budget: Budget): ByteReader {
  if (entry.isEncrypted()) return ByteReader.failing(new EnvelopeError("encrypted"));
  const packed = zip.subarray(start, start + entry.compressedSize);
  if (entry.compressionMethod === STORED) return new ByteReader(verify(ByteReader.of(packed).stream(), entry));
  if (entry.compressionMethod !== DEFLATED) return ByteReader.failing(new EnvelopeError("unsupported-compression"));
  const small = inflateSmall(packed, entry);
  if (small === undefined) return new ByteReader(verify(inflate(ByteReader.of(packed), budget), entry));
  return countedReader(small, budget);
}

function countedReader(bytes: Buffer, budget: Budget): ByteReader {
  async function* stream(): AsyncGenerator<Buffer> {
    budget.countOutput(bytes.length);
    yield bytes;
  }
  return new ByteReader(stream());
}

/** Unpacks in one call, many times faster than by stream. Anything unusual is left to `inflate`. */
function inflateSmall(packed: Buffer, { uncompressedSize, crc32: checksum }: Entry): Buffer | undefined {
  if (packed.length > SMALL_INPUT_BYTES_MAX || uncompressedSize > SMALL_OUTPUT_BYTES_MAX) return undefined;
  try {
    const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(uncompressedSize, 1) });
    return bytes.length === uncompressedSize && crc32(bytes) === checksum ? bytes : undefined;
  } catch {
    return undefined;
  }
}

async function* verify(pieces: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  let bytes = 0;
  let checksum = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > entry.uncompressedSize) throw new EnvelopeError("corrupt");
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (bytes !== entry.uncompressedSize || checksum !== entry.crc32) throw new EnvelopeError("corrupt");
}
