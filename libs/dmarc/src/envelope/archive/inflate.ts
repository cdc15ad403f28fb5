import { createInflate, createInflateRaw, type Inflate, type InflateRaw } from "node:zlib";
import type { Budget } from "../submission/budget.ts";
import type { ByteReader } from "../submission/byte-reader.ts";
import { EnvelopeError } from "../submission/refusal.ts";

const PIECE_BYTES = 64 * 1024;

/** How deflated data (RFC 1951) is wrapped: not at all, or with a header and a checksum (RFC 1950). */
type Wrapping = "raw" | "zlib";

/**
 * Decompresses deflated data piece by piece in flat memory and leaves `content` right behind its end.
 * Reads `content` only when all output so far was taken. Throws `EnvelopeError`.
 */
export async function* inflate(
  content: ByteReader,
  budget: Budget,
  wrapping: Wrapping = "raw",
): AsyncGenerator<Buffer> {
  const engine = new Engine(wrapping);
  try {
    for (let output = await engine.next(content); output; output = await engine.next(content)) {
      budget.countOutput(output.length);
      yield output;
    }
    content.unread(engine.leftover);
  } finally {
    engine.close();
  }
}

/** Drives zlib's stream by pulling: one chunk goes in, all of its output comes out, then the next chunk goes in. */
class Engine {
  readonly #zlib: InflateRaw | Inflate;
  #fedBytes = 0;
  #lastChunk: Buffer = Buffer.alloc(0);
  #state: "hungry" | "busy" | "ended" = "hungry";
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor(wrapping: Wrapping) {
    const options = { chunkSize: PIECE_BYTES };
    this.#zlib = wrapping === "raw" ? createInflateRaw(options) : createInflate(options);
    this.#zlib.on("readable", () => this.#wake());
    this.#zlib.on("end", () => this.#enter("ended"));
    this.#zlib.on("error", (error: NodeJS.ErrnoException) => {
      this.#failure = toInflateError(error);
      this.#wake();
    });
  }

  /** What was fed but lies behind the end of the data. */
  get leftover(): Buffer {
    return this.#lastChunk.subarray(this.#lastChunk.length - this.#unusedBytes);
  }

  /** What was fed and is not consumed, as while output waits. */
  get #unusedBytes(): number {
    return this.#fedBytes - this.#zlib.bytesWritten;
  }

  async next(content: ByteReader): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const output: Buffer | null = this.#zlib.read();
      if (output) return output;
      if (this.#state === "ended") return undefined;
      if (this.#state === "hungry" && this.#unusedBytes === 0) this.#feed(await content.next());
      else await this.#changed();
    }
  }

  close(): void {
    this.#zlib.destroy();
  }

  #feed(chunk: Buffer | undefined): void {
    this.#state = "busy";
    if (chunk === undefined) {
      this.#zlib.end();
      return;
    }
    this.#lastChunk = chunk;
    this.#fedBytes += chunk.length;
    this.#zlib.write(chunk, () => this.#enter("hungry"));
  }

  #enter(state: "hungry" | "ended"): void {
    if (this.#state !== "ended") this.#state = state;
    this.#wake();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** What an error of zlib says of the data. A machine without memory says nothing: that error stays as it is. */
export function toInflateError(error: NodeJS.ErrnoException): Error {
  if (error.code === "Z_MEM_ERROR") return error;
  return new EnvelopeError(error.code === "Z_BUF_ERROR" ? "truncated" : "corrupt", { cause: error });
}
