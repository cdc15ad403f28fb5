import { explainFailure } from "./explain-failure.ts";

/** An outage is over when nothing has failed for this long: clients try again every few seconds. */
const OUTAGE_OVER_AFTER_MS = 60_000;

/** A part of each rebalance: the client joins the group again. */
const REBALANCE = /rebalancing/;
/** What a broker says in the seconds after its start. */
const STARTING = /coordinator is (?:loading|not available)/;
const STARTS_WITHIN_MS = 10_000;

/**
 * Turns the failures of a client's attempts, several a second in an outage, into one error per outage and way out.
 * @param onFailure receives the broker's own error, with the settings to check
 */
export function reportFailures(onFailure: (error: Error) => void, now: () => number): (message: string) => void {
  const failedAt = new Map<string, number>();
  const isStarting = createStartWatch(now);
  return (message) => {
    if (REBALANCE.test(message) || (STARTING.test(message) && isStarting())) return;
    const advice = explainFailure(message)?.advice ?? "";
    const last = failedAt.get(advice) ?? Number.NEGATIVE_INFINITY;
    failedAt.set(advice, now());
    if (now() - last > OUTAGE_OVER_AFTER_MS) onFailure(new Error(advice === "" ? message : `${message}. ${advice}`));
  };
}

/** True at each call until calls have gone on for longer than a start takes. */
function createStartWatch(now: () => number): () => boolean {
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last > OUTAGE_OVER_AFTER_MS) first = now();
    last = now();
    return last - first < STARTS_WITHIN_MS;
  };
}
