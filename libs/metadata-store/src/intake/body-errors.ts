/** The body of a submission was deleted, or never existed. */
export class SubmissionBodyMissingError extends Error {
  override readonly name = "SubmissionBodyMissingError";
  readonly code = "submission_body_missing";
}

/** The stored bytes are not those that arrived: a disk or a store has changed them. */
export class SubmissionBodyDamagedError extends Error {
  override readonly name = "SubmissionBodyDamagedError";
  readonly code = "submission_body_damaged";
}
