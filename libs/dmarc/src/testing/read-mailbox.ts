import { readMbox } from "../envelope/mail/mbox.ts";
import { Budget } from "../envelope/submission/budget.ts";
import { ByteReader } from "../envelope/submission/byte-reader.ts";
import { defaultEnvelopeLimits } from "../envelope/submission/limits.ts";

/** The mails of a mailbox, as they stand in it. */
export async function readMailbox(mailbox: Buffer): Promise<Buffer[]> {
  const mails: Buffer[] = [];
  for await (const { content } of readMbox(ByteReader.of(mailbox), new Budget(defaultEnvelopeLimits))) {
    mails.push(await content.take(mailbox.length));
  }
  return mails;
}
