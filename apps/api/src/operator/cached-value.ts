/** A value with the time when it was read. */
export interface Cached<Value> {
  readonly value: Value;
  readonly readAt: Date;
}

interface CacheOptions {
  readonly forMs: number;
  readonly now: () => Date;
}

/** Reads a value at most once every `forMs`. Callers that ask meanwhile wait for the same reading. A failure is not cached. */
export function cacheValue<Value>(
  read: () => Promise<Value>,
  { forMs, now }: CacheOptions,
): () => Promise<Cached<Value>> {
  let cached: Cached<Value> | null = null;
  let reading: Promise<Cached<Value>> | null = null;

  async function readNow(): Promise<Cached<Value>> {
    try {
      cached = { value: await read(), readAt: now() };
      return cached;
    } finally {
      reading = null;
    }
  }

  return async () => {
    if (cached !== null && now().getTime() - cached.readAt.getTime() < forMs) return cached;
    reading ??= readNow();
    return reading;
  };
}
