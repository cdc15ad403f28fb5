import type { MailTransfer } from "@ruaflow/dmarc";
import type { Ingest } from "@ruaflow/ingest";
import type { Mailbox } from "@ruaflow/metadata-store/domains";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import type { SMTPServerDataStream } from "smtp-server";
import type { SmtpLimits } from "./limits.ts";
import { replies } from "./reply.ts";
import { readSubject } from "./subject.ts";

export interface MessageOptions {
  readonly ingest: Pick<Ingest, "arrivals" | "submit">;
  readonly limits: SmtpLimits;
}

export interface ReceivedMessage {
  readonly stream: SMTPServerDataStream;
  readonly transfer: MailTransfer;
  /** Whom the message counts for: the client's neighbourhood, then its network. */
  readonly networks: readonly [string, string];
  /** Of its recipients; each of their owners gets a submission of its own. */
  readonly mailboxes: readonly Pick<Mailbox, "organizationId" | "domainId">[];
}

type Arrival = ReturnType<Ingest["arrivals"]["open"]>;

/**
 * Receives a message and submits it. Once it resolves, everything in the message is durable, and only then may the sender
 * be told so.
 *
 * @returns the ids of its submissions
 * @throws {SmtpReply} for a message that is too large
 * @throws {TooSlowError} {NoRoomError} {UnprovenBudgetError}
 * @throws if a store or the log is unreachable, takes too long, or the client leaves
 */
export async function receiveMessage(message: ReceivedMessage, options: MessageOptions): Promise<readonly string[]> {
  const { stream, networks } = message;
  const { ingest, limits } = options;
  const arrival = ingest.arrivals.open({ kind: "mail", id: networks[0], names: networks });
  const submitted = submit(message, arrival, options).finally(() => arrival.close());
  // The work goes on after the wait, and may fail then.
  submitted.catch(() => undefined);
  const waiting = startWaiting(stream, limits.storeWaitMsMax);
  try {
    return await Promise.race([submitted, waiting.overdue]);
  } finally {
    waiting.end();
  }
}

async function submit(
  { stream, transfer, mailboxes }: ReceivedMessage,
  arrival: Arrival,
  { ingest, limits }: MessageOptions,
): Promise<string[]> {
  const receivedAt = new Date();
  const body = await arrival.receive(stream);
  if (stream.sizeExceeded || body.spool === null) throw replies.tooLarge(limits.messageBytesMax);
  const name = await readSubject(body);
  const owned = Map.groupBy(mailboxes, ({ organizationId }) => organizationId);
  const submitting = [...owned].map(([organizationId, own]) => {
    const facts = { id: createSubmissionId(), receivedAt, channel: "smtp", name, transfer } as const;
    const mailboxDomainIds = own.map(({ domainId }) => domainId);
    return ingest.submit({ ...facts, body }, { organizationId, addDomains: false, mailboxDomainIds });
  });
  // The body stays until no one reads it any more.
  await Promise.allSettled(submitting);
  const results = await Promise.all(submitting);
  return results.map(({ submissionId }) => submissionId);
}

/** `overdue` rejects when the client has waited too long for the answer to its complete message. */
function startWaiting(stream: SMTPServerDataStream, waitMs: number) {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const startTimer = () => {
    timer = setTimeout(() => reject(new Error(`a message was not stored within ${waitMs / 1000} s`)), waitMs);
  };
  stream.once("finish", startTimer);
  const end = () => {
    stream.off("finish", startTimer);
    clearTimeout(timer);
  };
  return { overdue, end };
}
