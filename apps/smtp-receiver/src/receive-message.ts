import { PassThrough, Readable } from "node:stream";
import type { MailTransfer, Submission } from "@ruaflow/dmarc";
import type { Ingest } from "@ruaflow/ingest";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import type { SMTPServerDataStream } from "smtp-server";
import type { SmtpLimits } from "./limits.ts";
import { replies } from "./reply.ts";
import { readSubject } from "./subject.ts";

export interface MessageOptions {
  readonly ingest: Pick<Ingest, "budget" | "submit">;
  readonly limits: SmtpLimits;
}

export interface ReceivedMessage {
  readonly stream: SMTPServerDataStream;
  readonly transfer: MailTransfer;
  /** The owners of its recipients' mailboxes; each gets a submission of its own. */
  readonly organizationIds: readonly string[];
  /** Called when the wait for room is over. */
  readonly onRoom: () => void;
}

type Share = Awaited<ReturnType<Ingest["budget"]["enter"]>>;

/** Smallest share of a message in the byte budget: its connection and its processing take memory too. */
const MESSAGE_BYTES_MIN = 64 * 1024;

/**
 * Receives a message and submits it. Once it resolves, everything in the message is durable, and only then may the sender
 * be told so.
 *
 * @returns the ids of its submissions
 * @throws {SmtpReply} for a message that is too large, and while the byte budget has no room
 * @throws if a store or the log is unreachable, takes too long, or the client leaves
 */
export async function receiveMessage(message: ReceivedMessage, options: MessageOptions): Promise<readonly string[]> {
  const { stream, organizationIds, onRoom } = message;
  const { ingest, limits } = options;
  const share = await enterWithin(ingest.budget, MESSAGE_BYTES_MIN * organizationIds.length, limits.roomWaitMsMax);
  onRoom();
  const submitted = submit(message, share, options).finally(() => share.leave());
  // The work goes on after the wait, and may fail then.
  submitted.catch(() => undefined);
  const waiting = startWaiting(stream, limits.storeWaitMsMax);
  try {
    return await Promise.race([submitted, waiting.overdue]);
  } finally {
    waiting.end();
  }
}

async function submit(message: ReceivedMessage, share: Share, { ingest, limits }: MessageOptions): Promise<string[]> {
  const { stream, transfer, organizationIds } = message;
  const receivedAt = new Date();
  const counted = readBody(stream, { share, copies: organizationIds.length, bytesMax: limits.messageBytesMax });
  const { name, body } = await readSubject(counted);
  const bodies = copyBody(body, organizationIds.length);
  const results = await Promise.all(
    organizationIds.map((organizationId, index) => {
      const facts = { id: createSubmissionId(), receivedAt, channel: "smtp", name, transfer } as const;
      const submission: Submission = { ...facts, body: bodies[index] ?? body };
      return ingest.submit(submission, { organizationId, addDomains: false });
    }),
  );
  // Ingest may refuse a body before its end, and does not keep such a body.
  if (!stream.readableEnded) throw replies.tooLarge(limits.messageBytesMax);
  return results.map(({ submissionId }) => submissionId);
}

/** The bytes of the message, whose share of the budget grows with them. */
async function* readBody(
  stream: SMTPServerDataStream,
  { share, copies, bytesMax }: { readonly share: Share; readonly copies: number; readonly bytesMax: number },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (!share.growTo(bytes * copies)) throw replies.noRoom();
    yield chunk;
  }
  if (stream.sizeExceeded) throw replies.tooLarge(bytesMax);
}

/** The same body several times, to be read at the same time. */
function copyBody(body: AsyncIterable<Uint8Array>, copies: number): readonly AsyncIterable<Uint8Array>[] {
  if (copies === 1) return [body];
  const source = Readable.from(body);
  const targets = Array.from({ length: copies }, () => source.pipe(new PassThrough()));
  source.on("error", (error) => {
    for (const target of targets) target.destroy(error);
  });
  return targets;
}

/** @throws {SmtpReply} if there is no room in time; the share that comes too late is given back */
async function enterWithin(budget: Ingest["budget"], bytes: number, waitMs: number): Promise<Share> {
  const entered = budget.enter(bytes);
  const { promise: overdue, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, waitMs, null);
  const share = await Promise.race([entered, overdue]).finally(() => clearTimeout(timer));
  if (share !== null) return share;
  void entered.then((late) => late.leave());
  throw replies.noRoom();
}

/** `overdue` rejects when the client has waited too long for the answer to its complete message. */
function startWaiting(stream: SMTPServerDataStream, waitMs: number) {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const startTimer = () => {
    timer = setTimeout(() => reject(new Error(`a message was not stored within ${waitMs / 1000} s`)), waitMs);
  };
  // A small message may have been complete before there was room for it.
  if (stream.writableFinished) startTimer();
  else stream.once("finish", startTimer);
  const end = () => {
    stream.off("finish", startTimer);
    clearTimeout(timer);
  };
  return { overdue, end };
}
