import type { ReverseAnswer } from "@ruaflow/dns/reverse-names";
import type { EnrichedSource } from "@ruaflow/metadata-store/sources";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const CONFIRMED_MIN_MS = HOUR_MS;
const EXPIRY_MAX_MS = 30 * DAY_MS;
const RETRY_MIN_MS = 5 * MINUTE_MS;
/** Lookups that fail in a row; after that only a new report causes another one. */
const FAILURES_MAX = 6;

type NameFacts = Pick<EnrichedSource, "state" | "hostname" | "attempts" | "dueAfterMs" | "expiresAfterMs">;

/**
 * Decides when a name is looked up again. A confirmed name expires with the TTL of its address record, after an hour at
 * least and 30 days at most. Without a confirmed name the time doubles from one day to 30. A failed lookup is repeated after
 * 5 minutes, then after four times as long each time, a day at most.
 *
 * @param answer `null`: the name was not looked up
 * @param attempts lookups in a row, before this one, that confirmed no name
 */
export function planNextLookup(answer: ReverseAnswer | null, attempts: number): NameFacts {
  if (answer === null)
    return { state: "skipped", hostname: null, attempts: 0, dueAfterMs: null, expiresAfterMs: DAY_MS };
  if (answer.kind === "failed") return planRetry(attempts);
  const { kind: state } = answer;
  const hostname = answer.kind === "absent" ? null : answer.hostname;
  if (answer.kind === "confirmed") {
    const expiresAfterMs = Math.min(EXPIRY_MAX_MS, Math.max(CONFIRMED_MIN_MS, answer.ttlS * 1000));
    return { state, hostname, attempts: 0, dueAfterMs: null, expiresAfterMs };
  }
  const expiresAfterMs = Math.min(EXPIRY_MAX_MS, DAY_MS * 2 ** attempts);
  return { state, hostname, attempts: attempts + 1, dueAfterMs: null, expiresAfterMs };
}

function planRetry(attempts: number): NameFacts {
  const retryMs = Math.min(DAY_MS, RETRY_MIN_MS * 4 ** attempts);
  const dueAfterMs = attempts + 1 < FAILURES_MAX ? retryMs : null;
  return { state: "failed", hostname: null, attempts: attempts + 1, dueAfterMs, expiresAfterMs: DAY_MS };
}
