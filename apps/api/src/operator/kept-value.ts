/** A value with the time when it was read. */
export interface Kept<Value> {
  readonly value: Value;
  readonly readAt: Date;
}

interface KeptOptions {
  readonly forMs: number;
  readonly now: () => Date;
}

/**
 * Reads a value at most once every `forMs`, however many ask; those who ask meanwhile wait for the same reading. A failure is
 * not kept.
 */
export function keepValue<Value>(read: () => Promise<Value>, { forMs, now }: KeptOptions): () => Promise<Kept<Value>> {
  let kept: Kept<Value> | null = null;
  let reading: Promise<Kept<Value>> | null = null;

  async function readNow(): Promise<Kept<Value>> {
    try {
      kept = { value: await read(), readAt: now() };
      return kept;
    } finally {
      reading = null;
    }
  }

  return async () => {
    if (kept !== null && now().getTime() - kept.readAt.getTime() < forMs) return kept;
    reading ??= readNow();
    return reading;
  };
}
