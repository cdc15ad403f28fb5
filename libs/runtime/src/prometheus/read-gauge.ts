import { setTimeout as sleep } from "node:timers/promises";

export interface GaugeReaderOptions {
  readonly timeoutMs: number;
  /** Called with the first failure after a success, so that an outage does not fill the log. */
  readonly onError: (error: unknown) => void;
}

/**
 * Returns a function that reads a gauge's value, or `null` when that fails or takes longer than `timeoutMs`. A read that
 * is still under way is waited for again: scrapes of a store that hangs do not pile up.
 */
export function createGaugeReader(
  read: () => Promise<number> | number,
  { timeoutMs, onError }: GaugeReaderOptions,
): () => Promise<number | null> {
  let underWay: Promise<number> | undefined;
  let isFailing = false;

  async function start(): Promise<number> {
    try {
      return await read();
    } finally {
      underWay = undefined;
    }
  }

  return async () => {
    underWay ??= start();
    try {
      const value = await within(timeoutMs, underWay);
      isFailing = false;
      return value;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
      return null;
    }
  };
}

async function within<Value>(timeoutMs: number, value: Promise<Value>): Promise<Value> {
  const answered = new AbortController();
  const expire = async () => {
    await sleep(timeoutMs, undefined, { signal: answered.signal });
    throw new Error(`no answer within ${timeoutMs} ms`);
  };
  try {
    return await Promise.race([value, expire()]);
  } finally {
    answered.abort();
  }
}
