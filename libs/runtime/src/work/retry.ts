import pRetry from "p-retry";
import { isOutage } from "../errors.ts";

export interface RetryOptions {
  /** Ends the waiting; an attempt under way is not interrupted, and its success counts. */
  readonly signal?: AbortSignal;
  /** Which failures deserve another attempt; by default outages. */
  readonly shouldRetry?: (error: unknown) => boolean;
  /** Called after each failure that is followed by another attempt. */
  readonly onRetry?: (error: unknown) => void;
  /** Attempts after the first one; unlimited by default. */
  readonly retriesMax?: number;
  /** The first pause; each further one is twice as long. Up to twice this is added at random. */
  readonly pauseMinMs?: number;
  /** No pause is longer. */
  readonly pauseMaxMs?: number;
}

const RETRY_PAUSE_MIN_MS = 250;
const RETRY_PAUSE_MAX_MS = 5000;

/**
 * Repeats `work` until it succeeds: an outage makes us wait, never skip.
 * @throws what `work` throws when that is not to be retried, or the abort reason once `signal` is aborted
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
    // p-retry takes an abort that came during the last attempt for a failure, though that attempt succeeded.
    if (!done) throw error instanceof AttemptError ? error.cause : error;
  }
  if (!done) throw new Error("A retry ended without a result.");
  return done.result;
}

/** Carries what was thrown past p-retry, which never retries a TypeError and replaces what is not an Error. */
class AttemptError extends Error {}

function fail(error: unknown): never {
  throw new AttemptError("An attempt failed.", { cause: error });
}
