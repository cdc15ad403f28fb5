import type { Budget } from "./budget.ts";
import type { ByteReader } from "./byte-reader.ts";
import { EnvelopeError } from "./refusal.ts";

interface Held {
  readonly bytes: Buffer;
  /** Must be called when the container is no longer needed. */
  release(): void;
}

/**
 * Brings all bytes of a container into memory. What an outer container holds already is not counted again.
 * Throws `EnvelopeError` "container-too-large".
 */
export async function holdAll(content: ByteReader, budget: Budget): Promise<Held> {
  if (content.ended) return { bytes: await content.take(Number.MAX_SAFE_INTEGER), release: () => {} };
  const bytes = await content.take(budget.holdableBytes + 1);
  if (bytes.length > budget.holdableBytes) throw new EnvelopeError("container-too-large");
  budget.hold(bytes.length);
  return { bytes, release: () => budget.hold(-bytes.length) };
}
