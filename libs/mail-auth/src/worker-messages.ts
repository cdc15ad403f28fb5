import type { KeyAnswers } from "./key-lookups.ts";
import type { VerifiedMail } from "./verify-signatures.ts";

/** A mail whose signatures a worker thread verifies. */
export interface VerifyJob {
  readonly mail: Uint8Array;
  readonly keys: KeyAnswers;
}

/** The answer to a job. Before the first one a worker sends any message to say that it is ready. */
export type VerifyReply =
  | { readonly kind: "done"; readonly result: VerifiedMail }
  | { readonly kind: "failed"; readonly error: unknown };
