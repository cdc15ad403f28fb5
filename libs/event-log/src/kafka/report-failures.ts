import { explainFailure } from "./explain-failure.ts";

/** An outage is over when nothing has failed for this long: clients try again every few seconds. */
const OUTAGE_OVER_AFTER_MS = 60_000;

/** Parts of each rebalance and of a broker's start: the client asks again, and fails in the end if it lasts. */
const PASSING = /rebalancing|coordinator is loading/;

/**
 * Turns the failures of a client's attempts, several a second in an outage, into one error per outage and way out.
 * @param onFailure receives the broker's own error, with the settings to check
 */
export function reportFailures(onFailure: (error: Error) => void, now: () => number): (message: string) => void {
  const failedAt = new Map<string, number>();
  return (message) => {
    if (PASSING.test(message)) return;
    const advice = explainFailure(message)?.advice ?? "";
    const last = failedAt.get(advice) ?? Number.NEGATIVE_INFINITY;
    failedAt.set(advice, now());
    if (now() - last > OUTAGE_OVER_AFTER_MS) onFailure(new Error(advice === "" ? message : `${message}. ${advice}`));
  };
}
