import type { ArrivalOutcome } from "./arrivals.ts";

/**
 * What became of a submission as a whole.
 *
 * - `accepted`: its reports are in the log or stored
 * - `duplicate`: it only has reports that are already stored
 * - `held`: a report waits for the verification of its domain
 * - `refused`: something in it was rejected, conflicts with a stored report, or was dropped; the reason is with the entry
 * - `other`: it has no aggregate report
 */
export type SubmissionState = "accepted" | "duplicate" | "held" | "refused" | "other";

const stateOf: Readonly<Record<ArrivalOutcome, SubmissionState>> = {
  accepted: "accepted",
  stored: "accepted",
  duplicate: "duplicate",
  conflict: "refused",
  held: "held",
  refused: "refused",
  "not-aggregate": "other",
  dropped: "refused",
};

/** The state that most needs attention comes first. */
const urgency: readonly SubmissionState[] = ["refused", "held", "accepted", "duplicate", "other"];

/** The state of a submission whose entries have these outcomes. A submission without entries is `other`. */
export function toSubmissionState(outcomes: readonly ArrivalOutcome[]): SubmissionState {
  const states = new Set(outcomes.map((outcome) => stateOf[outcome]));
  return urgency.find((state) => states.has(state)) ?? "other";
}
