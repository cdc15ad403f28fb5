import type { EntryContext } from "./submission-context.ts";

/** A report that is read again later must not be judged by another key, or without its SMTP session. */
export async function saveProof({ trust, submission, services }: EntryContext): Promise<void> {
  const proof = await trust.readProof();
  if (proof !== null) await services.outputs.saveMailProof(submission.id, proof);
}
