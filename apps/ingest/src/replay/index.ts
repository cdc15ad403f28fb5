export { type Replay, type ReplayDifference, replaySubmission } from "./replay-submission.ts";
