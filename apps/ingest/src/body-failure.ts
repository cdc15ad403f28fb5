import { SubmissionBodyDamagedError, SubmissionBodyMissingError } from "@ruaflow/metadata-store/body-errors";

/** Why the bytes of a kept submission can never be read again. Stable codes. */
export type BodyFailure = "body-missing" | "body-damaged";

/** `null` for every other error, such as an outage. */
export function toBodyFailure(error: unknown): BodyFailure | null {
  if (error instanceof SubmissionBodyMissingError) return "body-missing";
  return error instanceof SubmissionBodyDamagedError ? "body-damaged" : null;
}
