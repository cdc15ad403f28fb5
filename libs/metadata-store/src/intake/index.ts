export { type Arrival, type ArrivalOutcome, isFinal, type SavedArrival, type SubmissionStatus } from "./arrivals.ts";
export type { IntakeStore } from "./intake-store.ts";
export { type SubmissionState, toSubmissionState } from "./submission-state.ts";
export {
  createSubmissionId,
  type SmallSubmission,
  SubmissionBodyMissingError,
  type SubmissionFacts,
} from "./submissions.ts";
