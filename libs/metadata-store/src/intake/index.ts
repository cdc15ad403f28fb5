export { type Arrival, type ArrivalOutcome, isFinal, type SavedArrival } from "./arrivals.ts";
export type { IntakeStore } from "./intake-store.ts";
export type { ReportProof } from "./report-proof.ts";
export type { SubmissionFilter, SubmissionSummary } from "./submission-list.ts";
export {
  type BareSubmission,
  createSubmissionId,
  type SmallSubmission,
  type SubmissionFacts,
} from "./submissions.ts";
export type { UnprovenBound, UnprovenDay } from "./unproven-mail.ts";
