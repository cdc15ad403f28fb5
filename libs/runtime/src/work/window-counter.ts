export interface WindowCounterOptions {
  readonly windowMs: number;
  /** Maximum number of names counted at a time; beyond it the oldest window is dropped. */
  readonly namesMax: number;
  /** Clock in epoch milliseconds. */
  readonly now: () => number;
}

/** The rest of a quota. */
export interface Quota {
  /** False: the quota is used up. */
  readonly isTaken: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetS: number;
}

/** Counts by name in windows of fixed length. A name's window begins with its first count. Memory is bounded. */
export class WindowCounter {
  readonly #options: WindowCounterOptions;
  /** In the order of their start, and so of their end. */
  readonly #windows = new Map<string, { endsAtMs: number; count: number }>();

  constructor(options: WindowCounterOptions) {
    this.#options = options;
  }

  /** Takes one of `quota` for `name`. */
  take(name: string, quota: number): Quota {
    const now = this.#options.now();
    const window = this.#find(name, now);
    const isTaken = window.count < quota;
    if (isTaken) window.count += 1;
    const resetS = Math.max(1, Math.ceil((window.endsAtMs - now) / 1000));
    return { isTaken, remaining: Math.max(0, quota - window.count), resetS };
  }

  #find(name: string, now: number) {
    const found = this.#windows.get(name);
    if (found && found.endsAtMs > now) return found;
    this.#windows.delete(name);
    this.#makeRoom(now);
    const window = { endsAtMs: now + this.#options.windowMs, count: 0 };
    this.#windows.set(name, window);
    return window;
  }

  #makeRoom(now: number): void {
    for (const [name, { endsAtMs }] of this.#windows) {
      if (endsAtMs > now && this.#windows.size < this.#options.namesMax) return;
      this.#windows.delete(name);
    }
  }
}
