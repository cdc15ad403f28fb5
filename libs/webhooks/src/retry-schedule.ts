import { type AttemptOutcome, isDelivered, isGone } from "./send/attempt-outcome.ts";

/** Maximum number of attempts after the first. */
export const RETRIES_MAX = 5;

const FIRST_DELAY_MS = 30_000;
const DELAY_FACTOR = 7;
const JITTER = 0.2;
/** Minimum delay for a receiver that is overloaded or does not answer. */
const OVERLOAD_DELAY_MS_MIN = 60_000;

export interface Schedule {
  /** 0 to 1, like `Math.random`. */
  readonly random: () => number;
  /** Multiplies all delays; 1 except in tests. */
  readonly factor: number;
}

/** What to do after an attempt. */
export type NextStep =
  | { readonly kind: "delivered" }
  /** Try again after a delay. */
  | { readonly kind: "retry"; readonly afterMs: number }
  /** All attempts are used. */
  | { readonly kind: "exhausted" }
  /** The receiver wants no more deliveries: disable the webhook. */
  | { readonly kind: "gone" };

/**
 * Decides what to do after an attempt. Retries follow after 30 s, 3.5 min, 24.5 min, 2 h 51.5 min and 20 h, each ± 20 %.
 * `Retry-After` of 429 and 503 can extend a delay to at most twice its length.
 *
 * @param retries number of attempts made after the first
 */
export function decideNextStep(outcome: AttemptOutcome, retries: number, schedule: Schedule): NextStep {
  if (isDelivered(outcome)) return { kind: "delivered" };
  if (isGone(outcome)) return { kind: "gone" };
  if (retries >= RETRIES_MAX) return { kind: "exhausted" };
  const delayMs = FIRST_DELAY_MS * DELAY_FACTOR ** retries;
  const spreadMs = delayMs * (1 - JITTER + 2 * JITTER * schedule.random());
  return { kind: "retry", afterMs: Math.round(extend(outcome, delayMs, spreadMs) * schedule.factor) };
}

/** @param delayMs the delay of the schedule @param spreadMs the same with jitter */
function extend({ status, error, retryAfterMs }: AttemptOutcome, delayMs: number, spreadMs: number): number {
  const atLeastMs = status === 429 || error === "timeout" ? OVERLOAD_DELAY_MS_MIN : 0;
  const asked = (status === 429 || status === 503) && retryAfterMs !== null ? Math.min(retryAfterMs, 2 * delayMs) : 0;
  return Math.max(spreadMs, atLeastMs, asked);
}
