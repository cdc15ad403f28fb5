import type { MailTransfer } from "@ruaflow/dmarc";
import { openEnvelope } from "@ruaflow/dmarc/envelope";
import { authenticateMail } from "../authenticate-mail.ts";
import type { Resolve } from "../resolver.ts";

/**
 * What stands for each document of a submission, as ingest decides it: how the domain of the mail around it is proven, or why
 * it is not; `file` for one without a mail.
 */
export async function judgeDocuments(submission: Buffer, resolve: Resolve, transfer?: MailTransfer): Promise<string[]> {
  const judged: string[] = [];
  async function* body() {
    yield submission;
  }
  for await (const entry of openEnvelope(body())) {
    if (entry.kind !== "document") continue;
    for await (const _ of entry.xml);
    const { mail } = entry;
    if (mail === null) judged.push("file");
    else {
      const isOuter = mail === "submission";
      const options = { resolve, ...(isOuter && transfer && { transfer }) };
      const { provenBy, reason } = await authenticateMail(isOuter ? submission : mail, options);
      judged.push(reason ?? provenBy);
    }
  }
  return judged;
}
