import type { Budget } from "./budget.ts";
import type { ByteReader } from "./byte-reader.ts";

/** One file, mail or mail part inside a container, still unidentified. Valid until the next one is asked for. */
export interface Part {
  /** As the sender wrote it. */
  readonly name: string;
  /** Throws `EnvelopeError` when the part cannot be unpacked. */
  readonly content: ByteReader;
  /** The mail that it is a part of, or `unvouched`; absent: the one around its container. */
  readonly mail?: Uint8Array;
  /** What its own header says that it is, in lower case. */
  readonly mediaType?: string;
  /** What its own header says of the encoding of its text. */
  readonly charset?: string | undefined;
  /** Set for the parts of a mail: attached as a file, or part of its text. */
  readonly standsAs?: "file" | "text";
}

/** In place of a mail: the sender of what is around it does not say that it is theirs. */
export const unvouched: Uint8Array = Buffer.alloc(0);

/** Lists the parts of a container. Throws `EnvelopeError` when the container itself cannot be read on. */
export type ContainerReader = (content: ByteReader, budget: Budget) => AsyncGenerator<Part>;
