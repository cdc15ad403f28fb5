import type { Budget } from "./budget.ts";
import type { ByteReader } from "./byte-reader.ts";
import { EnvelopeError } from "./refusal.ts";

interface Held extends Disposable {
  readonly bytes: Buffer;
}

/**
 * Brings all bytes of a container into memory. What an outer container holds already is not counted again.
 * Throws `EnvelopeError` "container-too-large".
 */
export async function holdAll(content: ByteReader, budget: Budget): Promise<Held> {
  if (content.ended) return { bytes: await content.take(Number.MAX_SAFE_INTEGER), [Symbol.dispose]: () => {} };
  const bytes = await content.take(budget.holdableBytes + 1);
  if (bytes.length > budget.holdableBytes) throw new EnvelopeError("container-too-large");
  const share = budget.hold(bytes.length);
  return { bytes, [Symbol.dispose]: () => share[Symbol.dispose]() };
}
