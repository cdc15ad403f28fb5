const nothing = Buffer.alloc(0);
/** A reader that turns pieces into text needs many times their size. */
const PIECE_BYTES_MAX = 64 * 1024;

/** Pulls bytes from a source on demand, with look-ahead. Never has more than one pull in flight and never reads ahead. */
export class ByteReader {
  readonly #source: AsyncIterable<Uint8Array>;
  #iterator: AsyncIterator<Uint8Array> | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #closed = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  /** A reader of bytes that are in memory already. */
  static of(bytes: Uint8Array): ByteReader {
    const reader = new ByteReader(emptySource);
    reader.#ended = true;
    reader.#add(bytes);
    return reader;
  }

  /** A reader whose every read throws `error`. */
  static failing(error: Error): ByteReader {
    const reader = new ByteReader(emptySource);
    reader.#failure = { error };
    return reader;
  }

  /** Whether all that is left is in memory. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The next `bytes` bytes without consuming them; fewer only at the end. May return more. */
  async peek(bytes: number): Promise<Buffer> {
    while (this.#bytes < bytes && (await this.#pull()));
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? nothing;
  }

  /** The next bytes, as many as come together; `undefined` at the end. */
  async next(): Promise<Buffer | undefined> {
    while (this.#chunks.length === 0 && (await this.#pull()));
    const chunk = this.#chunks.shift();
    this.#bytes -= chunk?.length ?? 0;
    return chunk;
  }

  /** The next `bytes` bytes; fewer only at the end. */
  async take(bytes: number): Promise<Buffer> {
    const all = await this.peek(bytes);
    const taken = all.subarray(0, bytes);
    this.#set(all.subarray(taken.length));
    return taken;
  }

  /** Passes over `bytes` bytes in flat memory. Returns how many there were. */
  async skip(bytes: number): Promise<number> {
    let skipped = 0;
    while (skipped < bytes) {
      const chunk = await this.next();
      if (chunk === undefined) break;
      const used = Math.min(chunk.length, bytes - skipped);
      this.unread(chunk.subarray(used));
      skipped += used;
    }
    return skipped;
  }

  /** Puts bytes back in front. */
  unread(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.unshift(chunk);
    this.#bytes += chunk.length;
  }

  /** Reads the next `bytes` bytes in small pieces, so that a large part of a source needs little memory. */
  async *stream(bytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const chunk = await this.next();
      if (chunk === undefined) return;
      const used = chunk.subarray(0, Math.min(left, PIECE_BYTES_MAX));
      this.unread(chunk.subarray(used.length));
      left -= used.length;
      yield used;
    }
  }

  /** Ends the source. Reading afterwards throws. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#set(nothing);
    if (!this.#ended) await this.#iterator?.return?.();
  }

  async #pull(): Promise<boolean> {
    if (this.#failure) throw this.#failure.error;
    if (this.#closed) throw new Error("The bytes of an entry must be read before the next entry is asked for.");
    if (this.#ended) return false;
    this.#iterator ??= this.#source[Symbol.asyncIterator]();
    try {
      const { done, value } = await this.#iterator.next();
      if (done) this.#ended = true;
      else this.#add(value);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
    return !this.#ended;
  }

  #add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#bytes += chunk.length;
  }

  #set(chunk: Buffer): void {
    this.#chunks = chunk.length > 0 ? [chunk] : [];
    this.#bytes = chunk.length;
  }
}

const emptySource: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
};
