import { setTimeout as sleep } from "node:timers/promises";

export interface RetryOptions {
  /** Pauses between attempts, in milliseconds; the last one repeats for ever. */
  readonly pausesMs: readonly number[];
  readonly signal: AbortSignal;
  /** Called after each failure, before the pause. Throw from it to give up. */
  readonly onFailure: (error: unknown, attempt: number) => void;
}

/**
 * Repeats `work` until it succeeds: an outage makes us wait, never skip.
 * @throws whatever `onFailure` throws, or the abort reason once `signal` is aborted
 */
export async function retryUntilDone<Result>(work: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      options.onFailure(error, attempt);
      const pauseMs = options.pausesMs[Math.min(attempt, options.pausesMs.length) - 1] ?? 1000;
      await sleep(pauseMs, undefined, { signal: options.signal });
    }
  }
}
