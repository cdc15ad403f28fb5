/** Returns a value that was read after `since` (`performance.now()`). */
export type ReadSince<Value> = (since: number) => Promise<Value>;

/** Reads a value for several callers at once: reads never overlap, and those who wait share the next one. */
export function shareReads<Value>(read: () => Promise<Value>): ReadSince<Value> {
  let latest: { readonly startedAt: number; readonly value: Promise<Value> } | undefined;
  let reading: Promise<unknown> | undefined;

  function start(): Promise<Value> {
    const value = read();
    latest = { startedAt: performance.now(), value };
    reading = value.then(
      () => {
        reading = undefined;
      },
      () => {
        reading = undefined;
      },
    );
    return value;
  }

  return async (since) => {
    while (latest === undefined || latest.startedAt < since) {
      if (reading === undefined) return start();
      await reading;
    }
    return latest.value;
  };
}
