import pRetry from "p-retry";
import { isOutage } from "../errors.ts";

export interface RetryOptions {
  /** Ends the wait; an attempt under way is not interrupted, and its success counts. */
  readonly signal?: AbortSignal;
  /** Which failures are retried; by default outages. */
  readonly shouldRetry?: (error: unknown) => boolean;
  /** Called after each failure that is followed by another attempt. */
  readonly onRetry?: (error: unknown) => void;
  /** Attempts after the first one; unlimited by default. */
  readonly retriesMax?: number;
  /** The first pause; each further pause is twice as long. A random factor between one and two applies. */
  readonly pauseMinMs?: number;
  /** The longest pause. */
  readonly pauseMaxMs?: number;
}

const RETRY_PAUSE_MIN_MS = 250;
const RETRY_PAUSE_MAX_MS = 5000;

/**
 * Repeats `work` until it succeeds: an outage is waited out, never skipped.
 * @throws the error of `work` when it is not retried, or the abort reason once `signal` is aborted
 */
export async function retryUntilDone<Result>(
  work: () => Promise<Result>,
  {
    signal,
    shouldRetry = isOutage,
    onRetry,
    retriesMax = Number.POSITIVE_INFINITY,
    pauseMinMs = RETRY_PAUSE_MIN_MS,
    pauseMaxMs = RETRY_PAUSE_MAX_MS,
  }: RetryOptions = {},
): Promise<Result> {
  let done: { readonly result: Result } | undefined;
  const attempt = async () => {
    done = { result: await work().catch(fail) };
  };
  try {
    await pRetry(attempt, {
      retries: retriesMax,
      minTimeout: pauseMinMs,
      maxTimeout: pauseMaxMs,
      randomize: true,
      ...(signal && { signal }),
      shouldRetry({ error }) {
        if (!shouldRetry(error.cause)) return false;
        onRetry?.(error.cause);
        return true;
      },
    });
  } catch (error) {
    // p-retry treats an abort during the last attempt as a failure, even if that attempt succeeded.
    if (!done) throw error instanceof AttemptError ? error.cause : error;
  }
  if (!done) throw new Error("A retry ended without a result.");
  return done.result;
}

/**
 * Carries the thrown value through p-retry, which never retries a TypeError and replaces values that are not errors.
 */
class AttemptError extends Error {}

function fail(error: unknown): never {
  throw new AttemptError("An attempt failed.", { cause: error });
}
