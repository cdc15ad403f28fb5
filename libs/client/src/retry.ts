import { RuaflowError } from "./error.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";

const FIRST_DELAY_MS = 500;
/** When the service requests a longer delay, the caller decides. */
const DELAY_MAX_MS = 60_000;
/** No response, or a response from a proxy or from a service without its stores: it is unknown whether anything was done. */
const UNKNOWN_OUTCOMES: readonly number[] = [0, 502, 503, 504];

/**
 * True when a retry does no harm: nothing was done (429), the first attempt is still in progress, or the request is
 * idempotent: a GET, or a POST with its Idempotency-Key. A stream cannot be sent twice.
 */
export function isRepeatable({ method, headers, body }: OutgoingRequest, error: unknown): boolean {
  if (!(error instanceof RuaflowError) || body instanceof ReadableStream) return false;
  if (error.status === 429 || error.code === "idempotency_in_flight") return true;
  const isSafe = method === "GET" || headers["idempotency-key"] !== undefined;
  return isSafe && UNKNOWN_OUTCOMES.includes(error.status);
}

/**
 * The delay before the next attempt: the delay that the service requests, otherwise exponential backoff with jitter.
 * @param retry 0 before the first retry
 * @returns null when the service requests more than a minute
 */
export function toDelayMs({ retryAfterMs }: RuaflowError, retry: number): number | null {
  if (retryAfterMs !== null) return retryAfterMs <= DELAY_MAX_MS ? retryAfterMs : null;
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** retry) * (0.5 + Math.random() / 2);
}

/** Waits. Throws the signal's reason at once when the signal is aborted. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    }
    signal?.addEventListener("abort", end);
  });
  signal?.throwIfAborted();
}
