import type { LogMessage } from "@ruaflow/event-log";
import { encodeReportMessage } from "@ruaflow/report/message";
import type { Judged } from "./judged.ts";
import type { SubmissionContext } from "./submission-context.ts";
import { traceAppend } from "./trace-submission.ts";

/** Messages of a large report are appended in groups of about this many bytes. */
const APPEND_BYTES_MAX = 1024 * 1024;

/**
 * Makes an entry durable: the bytes of its submission, what is proven of them, its messages in the log, and last its arrival: a
 * held report whose arrival says `accepted` is never released again.
 *
 * @param passInTurn the submission belongs to the organization of the first entry that it is kept for
 */
export async function makeDurable(
  judged: Judged,
  context: SubmissionContext,
  passInTurn: () => Promise<void>,
): Promise<void> {
  const { result, organizationId, domainId, proof, isKept, needsProof, message } = judged;
  const { submission, services, archive, trust } = context;
  const { outputs } = services;
  if (isKept) {
    if (!archive.isKept()) await passInTurn();
    await archive.keep(organizationId);
  }
  const proven = needsProof ? await trust.readProof() : null;
  if (proven !== null) await outputs.saveMailProof(submission.id, proven);
  if (message !== null) await append(message, context);
  const { totals: _totals, trust: _trust, facts: _facts, ...outcome } = result;
  await outputs.saveArrival({ ...outcome, organizationId, domainId, proof, submissionId: submission.id });
}

/** Appends a report's messages in order: a small report as one message, a large one as several in few appends. */
async function append({ facts, chunks }: NonNullable<Judged["message"]>, context: SubmissionContext): Promise<void> {
  const { outputs } = context.services;
  const lane = await outputs.chooseLane(facts, chunks.count);
  await traceAppend(facts, context, async (addTrace) => {
    let messages: LogMessage[] = [];
    let bytes = 0;
    for await (const { index, firstOrdinal, lines } of chunks.read()) {
      const message = encodeReportMessage({ ...facts, chunk: { index, of: chunks.count, firstOrdinal } }, lines);
      messages.push(addTrace(message));
      bytes += message.value.length;
      if (bytes >= APPEND_BYTES_MAX) {
        await outputs.append(lane, messages);
        messages = [];
        bytes = 0;
      }
    }
    if (messages.length > 0) await outputs.append(lane, messages);
  });
}
