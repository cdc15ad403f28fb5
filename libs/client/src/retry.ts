import { RuaflowError } from "./error.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";

const FIRST_DELAY_MS = 500;
/** The service may ask for more; then the caller is to decide. */
const DELAY_MAX_MS = 60_000;
/** No answer, or one of a proxy or of a service without its stores: whether something was done is not known. */
const UNKNOWN_OUTCOMES: readonly number[] = [0, 502, 503, 504];

/**
 * True when trying again does no harm: nothing was done (429), the first try is still in hand, or doing it twice is the
 * same as once, which holds for a GET and for a POST with its Idempotency-Key. A body that is a stream is gone.
 */
export function isRepeatable({ method, headers, body }: OutgoingRequest, error: unknown): boolean {
  if (!(error instanceof RuaflowError) || body instanceof ReadableStream) return false;
  if (error.status === 429 || error.code === "idempotency_in_flight") return true;
  const isSafe = method === "GET" || headers["idempotency-key"] !== undefined;
  return isSafe && UNKNOWN_OUTCOMES.includes(error.status);
}

/**
 * How long to wait before the next try: what the service says, otherwise twice as long each time, with jitter.
 * @param retry 0 before the first
 * @returns null when the service asks for more than a minute
 */
export function toDelayMs({ retryAfterMs }: RuaflowError, retry: number): number | null {
  if (retryAfterMs !== null) return retryAfterMs <= DELAY_MAX_MS ? retryAfterMs : null;
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** retry) * (0.5 + Math.random() / 2);
}

/** Waits; throws the signal's reason at once when it is aborted. */
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
