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
export const submissionStates = ["accepted", "duplicate", "held", "refused", "other"] as const;

export type SubmissionState = (typeof submissionStates)[number];

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

/** SQL for the state of a group of arrivals: {@link toSubmissionState} of the column `outcome`. */
export const submissionStateSql = `CASE ${urgency
  .map((state) => `WHEN bool_or(outcome IN ${toOutcomeList(state)}) THEN '${state}'`)
  .join(" ")} END`;

/** SQL list of the outcomes that make an entry's submission have this state at least. */
export function toOutcomeList(state: SubmissionState): string {
  const outcomes = Object.entries(stateOf).filter(([, belongsTo]) => belongsTo === state);
  return `(${outcomes.map(([outcome]) => `'${outcome}'`).join(", ")})`;
}
