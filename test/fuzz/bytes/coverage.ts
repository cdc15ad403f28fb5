/** Which blocks ran, and about how often: reaching a block for the 100th time is another thing than for the first. */
export class Coverage {
  readonly #counters: Uint8Array;
  /** A bit for each class of counts that a counter has been seen in. */
  readonly #seen: Uint8Array;
  #blocks = 0;

  constructor(counters: Uint8Array) {
    this.#counters = counters;
    this.#seen = new Uint8Array(counters.length);
  }

  /** Blocks and branches that ran at least once. */
  get blocks(): number {
    return this.#blocks;
  }

  /** Whether anything new ran since the last call, which clears the counters. */
  take(): boolean {
    const words = new Uint32Array(this.#counters.buffer);
    let isNew = false;
    for (let word = 0; word < words.length; word += 1) {
      if (words[word] === 0) continue;
      for (let at = word * 4; at < word * 4 + 4; at += 1) if (this.#note(at)) isNew = true;
    }
    this.#counters.fill(0);
    return isNew;
  }

  #note(at: number): boolean {
    const count = this.#counters[at] ?? 0;
    const seen = this.#seen[at] ?? 0;
    const bit = count === 0 ? 0 : 1 << classify(count);
    if ((seen & bit) === bit) return false;
    if (seen === 0) this.#blocks += 1;
    this.#seen[at] = seen | bit;
    return true;
  }
}

/** The classes of AFL: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. */
function classify(count: number): number {
  if (count < 4) return count - 1;
  if (count < 32) return 32 - Math.clz32(count);
  return count < 128 ? 6 : 7;
}
