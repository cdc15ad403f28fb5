export { type Replay, type ReplayDifference, replaySubmission, sumAccepted } from "./replay-submission.ts";
