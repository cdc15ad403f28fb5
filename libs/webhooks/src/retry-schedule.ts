import { type AttemptOutcome, isDelivered, isGone } from "./send/attempt-outcome.ts";

/** Attempts after the first. */
export const RETRIES_MAX = 5;

const FIRST_DELAY_MS = 30_000;
const DELAY_FACTOR = 7;
const JITTER = 0.2;
/** A receiver that is overloaded or does not answer is given at least this long. */
const REST_MS = 60_000;

export interface Schedule {
  /** 0 to 1, as `Math.random` gives it. */
  readonly random: () => number;
  /** All delays times this: 1 but for tests. */
  readonly factor: number;
}

/** What follows an attempt. */
export type NextStep =
  | { readonly kind: "delivered" }
  /** Try again after a delay. */
  | { readonly kind: "retry"; readonly afterMs: number }
  /** No attempt is left. */
  | { readonly kind: "exhausted" }
  /** The receiver wants nothing more: the webhook is to be disabled. */
  | { readonly kind: "gone" };

/**
 * Decides what follows an attempt: 30 s, 3.5 min, 24.5 min, 2 h 51.5 min and 20 h after the one before, each ± 20 %, then
 * nothing. `Retry-After` of 429 and 503 may stretch a delay to its double.
 *
 * @param retries how many attempts after the first have been made
 */
export function decideNextStep(outcome: AttemptOutcome, retries: number, schedule: Schedule): NextStep {
  if (isDelivered(outcome)) return { kind: "delivered" };
  if (isGone(outcome)) return { kind: "gone" };
  if (retries >= RETRIES_MAX) return { kind: "exhausted" };
  const delayMs = FIRST_DELAY_MS * DELAY_FACTOR ** retries;
  const spreadMs = delayMs * (1 - JITTER + 2 * JITTER * schedule.random());
  return { kind: "retry", afterMs: Math.round(stretch(outcome, delayMs, spreadMs) * schedule.factor) };
}

/** `delayMs` is the schedule's own, `spreadMs` the same with its jitter. */
function stretch({ status, error, retryAfterMs }: AttemptOutcome, delayMs: number, spreadMs: number): number {
  const atLeastMs = status === 429 || error === "timeout" ? REST_MS : 0;
  const asked = (status === 429 || status === 503) && retryAfterMs !== null ? Math.min(retryAfterMs, 2 * delayMs) : 0;
  return Math.max(spreadMs, atLeastMs, asked);
}
