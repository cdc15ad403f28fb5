import { inflate } from "../archive/inflate.ts";
import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { holdAll } from "../submission/hold.ts";
import { type ContainerReader, unvouched } from "../submission/part.ts";
import { EnvelopeError } from "../submission/refusal.ts";
import { type BerElement, listBerElements, readBerElement } from "./ber.ts";

const OCTET_STRING = 0x04;
const OCTET_STRINGS = 0x24;
/** Signers that write as they read make one for each line or block. */
const PIECES_MAX = 1_000_000;
/** Pieces of pieces; signers write none. */
const DEPTH_MAX = 4;

/** What is signed, as a file or an attachment: it could be another person's mail, so no one vouches for it. */
export const readSignedData = toReader("signed content", (signed) => ByteReader.of(signed));

/** What is compressed (RFC 3274), as a mail's body too. Few readers of mail know it, so no one vouches for it. */
export const readCompressedData = toReader(
  "compressed content",
  (packed, budget) => new ByteReader(inflate(ByteReader.of(packed), budget, "zlib")),
);

function toReader(name: string, open: (octets: Buffer, budget: Budget) => ByteReader): ContainerReader {
  return async function* read(content, budget) {
    const held = await holdAll(content, budget);
    try {
      const octets = readEncapsulated(held.bytes);
      if (octets) yield { name, content: open(octets, budget), mail: unvouched };
    } finally {
      held.release();
    }
  };
}

/**
 * The content of signed-data (RFC 5652, section 5), which everyone can read; the signatures are not verified, for no one
 * here knows the signer. That of compressed-data, still compressed, stands in the same place. `null` when the content stands elsewhere, as beside the signature of a multipart/signed.
 *
 * @throws {EnvelopeError}
 */
export function readEncapsulated(bytes: Buffer): Buffer | null {
  const [, explicit] = take(bytes, readBerElement(bytes, 0), 2);
  const [syntax] = take(bytes, explicit, 1);
  const [, , encapsulated] = take(bytes, syntax, 3);
  const [, content] = take(bytes, encapsulated, 2);
  if (!content) return null;
  const [octets] = take(bytes, content, 1);
  if (!octets) throw new EnvelopeError("corrupt");
  return octets.tag === OCTET_STRING ? readOctets(bytes, octets) : joinOctets(bytes, octets);
}

/** The first elements of one, at most `count`. */
function take(bytes: Buffer, outer: BerElement | undefined, count: number): BerElement[] {
  if (!outer) throw new EnvelopeError("corrupt");
  const taken: BerElement[] = [];
  for (const element of listBerElements(bytes, outer)) {
    taken.push(element);
    if (taken.length === count) break;
  }
  return taken;
}

function readOctets(bytes: Buffer, { start, end }: BerElement): Buffer {
  if (end === null) throw new EnvelopeError("corrupt");
  if (end > bytes.length) throw new EnvelopeError("truncated");
  return bytes.subarray(start, end);
}

function joinOctets(bytes: Buffer, octets: BerElement): Buffer {
  const joined = Buffer.allocUnsafe(bytes.length - octets.start);
  let length = 0;
  let pieces = 0;
  for (const piece of listPieces(bytes, octets, 0)) {
    if (++pieces > PIECES_MAX) throw new EnvelopeError("mail-too-complex");
    length += readOctets(bytes, piece).copy(joined, length);
  }
  return joined.subarray(0, length);
}

function* listPieces(bytes: Buffer, octets: BerElement, depth: number): Generator<BerElement> {
  if (octets.tag !== OCTET_STRINGS || depth > DEPTH_MAX) throw new EnvelopeError("corrupt");
  for (const piece of listBerElements(bytes, octets)) {
    if (piece.tag === OCTET_STRING) yield piece;
    else yield* listPieces(bytes, piece, depth + 1);
  }
}
