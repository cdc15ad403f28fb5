import { setImmediate as breathe } from "node:timers/promises";
import type { EnvelopeLimits } from "./limits.ts";
import { openEnvelope } from "./open-envelope.ts";

interface DocumentPlace {
  /** Position of the document in its submission, as it was found on arrival. */
  readonly entry: number;
  /** Those under which the submission was read on arrival; others could count its entries differently. */
  readonly limits: Partial<EnvelopeLimits>;
}

/** The submission has no document at this position. */
export class DocumentNotFoundError extends Error {
  override name = "DocumentNotFoundError";
}

/** Other requests get their turn after each piece of this size. */
const PIECE_BYTES = 64 * 1024;

/**
 * The XML of one document in a submission, streamed. The last piece is given out only when the submission was read to its
 * end, because only then is it known to be what arrived.
 *
 * @throws {DocumentNotFoundError}
 * @throws whatever reading `body` throws
 */
export async function* extractDocument(
  body: AsyncIterable<Uint8Array>,
  { entry, limits }: DocumentPlace,
): AsyncGenerator<Uint8Array> {
  const pieces = cut(body);
  let last: Uint8Array | undefined;
  for await (const piece of readDocument(pieces, { entry, limits })) {
    if (last) yield last;
    last = piece;
    await breathe();
  }
  while (!(await pieces.next()).done);
  if (last) yield last;
}

async function* readDocument(
  pieces: AsyncGenerator<Uint8Array>,
  { entry, limits }: DocumentPlace,
): AsyncGenerator<Uint8Array> {
  // Without `return`: the envelope must not end what is read on afterwards.
  const unended = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) };
  let index = 0;
  for await (const found of openEnvelope(unended, { limits })) {
    if (index === entry && found.kind === "document") return yield* found.xml;
    index += 1;
  }
  throw new DocumentNotFoundError(`The submission has no document at position ${entry}.`);
}

async function* cut(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      yield chunk.subarray(at, at + PIECE_BYTES);
      await breathe();
    }
  }
}
