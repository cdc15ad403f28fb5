import { crc32, gunzipSync } from "node:zlib";
import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { EnvelopeError } from "../submission/refusal.ts";
import { inflate } from "./inflate.ts";

const SMALL_INPUT_BYTES_MAX = 64 * 1024;
const SMALL_OUTPUT_BYTES_MAX = 1024 * 1024;
const HEADER_BYTES_MAX = 256 * 1024;
const TRAILER_BYTES = 8;
/** Header, an empty block of deflate, trailer. */
const MEMBER_BYTES_MIN = 20;

/** The bytes packed in gzip (RFC 1952): all members, whatever follows the last one ignored (Mimecast). */
export async function openGzip(content: ByteReader, budget: Budget): Promise<ByteReader> {
  const start = await content.peek(SMALL_INPUT_BYTES_MAX);
  const unpacked = content.ended ? gunzipSmall(start, budget) : undefined;
  if (unpacked === undefined) return new ByteReader(gunzip(content, budget));
  budget.countOutput(unpacked.length);
  return ByteReader.of(unpacked);
}

/**
 * Nearly all reports are small: unpacking them in one call is many times faster. Anything unusual is left to `gunzip`; what
 * the attempt may have cost then is counted too.
 */
function gunzipSmall(packed: Buffer, budget: Budget): Buffer | undefined {
  const statedBytes = packed.length < MEMBER_BYTES_MIN ? 0 : packed.readUInt32LE(packed.length - 4);
  if (statedBytes === 0 || statedBytes > SMALL_OUTPUT_BYTES_MAX) return undefined;
  try {
    return gunzipSync(packed, { maxOutputLength: statedBytes });
  } catch {
    budget.countOutput(statedBytes);
    return undefined;
  }
}

async function* gunzip(content: ByteReader, budget: Budget): AsyncGenerator<Buffer> {
  await content.skip(await findMemberData(content));
  do {
    let checksum = 0;
    for await (const piece of inflate(content, budget)) {
      checksum = crc32(piece, checksum);
      yield piece;
    }
    const trailer = await content.take(TRAILER_BYTES);
    if (trailer.length < TRAILER_BYTES) throw new EnvelopeError("truncated");
    if (trailer.readUInt32LE(0) !== checksum) throw new EnvelopeError("corrupt");
  } while (await enterNextMember(content, budget));
}

/** Each further member counts as an entry: 20 empty bytes of one cost as much as a small file. */
async function enterNextMember(content: ByteReader, budget: Budget): Promise<boolean> {
  const start = await content.peek(3);
  if (start[0] !== 0x1f || start[1] !== 0x8b || start[2] !== 8) return false;
  budget.countEntry();
  await content.skip(await findMemberData(content));
  return true;
}

async function findMemberData(content: ByteReader): Promise<number> {
  const short = measureHeader(await content.peek(1024));
  const bytes = short ?? measureHeader(await content.peek(HEADER_BYTES_MAX));
  if (bytes === undefined) throw new EnvelopeError(content.ended ? "truncated" : "corrupt");
  return bytes;
}

/** Length of a member's header, `undefined` if it does not end in `start`. Reserved flags are let pass, as gzip did. */
function measureHeader(start: Buffer): number | undefined {
  if (start.length >= 3 && start[2] !== 8) throw new EnvelopeError("corrupt");
  const flags = start[3] ?? 0;
  let end = 10;
  if (flags & 4) end += 2 + (start.length >= 12 ? start.readUInt16LE(10) : 0);
  if (flags & 8) end = start.indexOf(0, end) + 1 || Number.POSITIVE_INFINITY;
  if (flags & 16) end = start.indexOf(0, end) + 1 || Number.POSITIVE_INFINITY;
  if (flags & 2) end += 2;
  return end <= start.length ? end : undefined;
}
