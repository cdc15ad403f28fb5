import { setImmediate as breathe } from "node:timers/promises";
import { openEnvelope } from "./open-envelope.ts";
import type { EnvelopeDocument, EnvelopeEntry } from "./submission/entry.ts";
import type { EnvelopeLimits } from "./submission/limits.ts";

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

/** As it was found: the XML is read once, or its `return` called. */
export type ExtractedDocument = Pick<EnvelopeDocument, "charset" | "warnings"> & {
  readonly xml: AsyncGenerator<Uint8Array>;
};

/**
 * One document in a submission, its XML streamed. The last piece is given out only when the submission was read to its
 * end, because only then is it known to be what arrived.
 *
 * @throws {DocumentNotFoundError}
 * @throws whatever reading `body` throws
 */
export async function extractDocument(
  body: AsyncIterable<Uint8Array>,
  { entry, limits }: DocumentPlace,
): Promise<ExtractedDocument> {
  const pieces = cut(body);
  // Without `return`: the envelope must not end what is read on afterwards.
  const unended = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) };
  const entries = openEnvelope(unended, { limits });
  const { charset, warnings, xml } = await findDocument(entries, entry);
  return { charset, warnings, xml: readWhole(xml, entries, pieces) };
}

async function findDocument(entries: AsyncGenerator<EnvelopeEntry>, entry: number): Promise<EnvelopeDocument> {
  let last = await entries.next();
  for (let index = 0; index < entry && !last.done; index += 1) last = await entries.next();
  if (!last.done && last.value.kind === "document") return last.value;
  await entries.return(undefined);
  throw new DocumentNotFoundError(`The submission has no document at position ${entry}.`);
}

async function* readWhole(
  xml: AsyncIterable<Uint8Array>,
  entries: AsyncGenerator<EnvelopeEntry>,
  pieces: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined;
  try {
    for await (const piece of xml) {
      if (last) yield last;
      last = piece;
      await breathe();
    }
  } finally {
    await entries.return(undefined);
  }
  while (!(await pieces.next()).done);
  if (last) yield last;
}

async function* cut(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      yield chunk.subarray(at, at + PIECE_BYTES);
      await breathe();
    }
  }
}
