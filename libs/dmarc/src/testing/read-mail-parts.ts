import { isEnclosed } from "../envelope/mail/mail.ts";
import { listMailParts, type MailPart } from "../envelope/mail/mail-parts.ts";
import { type MailReading, readMailHeader } from "../envelope/mail/signed-structure.ts";
import { Budget } from "../envelope/submission/budget.ts";
import { defaultEnvelopeLimits } from "../envelope/submission/limits.ts";
import { EnvelopeError } from "../envelope/submission/refusal.ts";

/** A mail as the search for reports and the verifier of signatures read it. */
export interface ReadMail {
  readonly header: MailReading;
  /** The parts for which the sender of the mail vouches; none if no one can. */
  readonly vouched: readonly MailPart[];
}

/** Reads a mail as the product does; `null` when it is refused. */
export async function readMailParts(mail: Buffer): Promise<ReadMail | null> {
  const header = readMailHeader(mail, defaultEnvelopeLimits.mailHeaderBytesMax);
  try {
    const parts = await listMailParts(mail, new Budget(defaultEnvelopeLimits));
    return { header, vouched: header.isPlain ? parts.filter((part) => part.isPlain && !isEnclosed(part)) : [] };
  } catch (error) {
    if (error instanceof EnvelopeError) return null;
    throw error;
  }
}
