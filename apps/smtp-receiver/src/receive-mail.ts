import { domainToASCII } from "node:url";
import type { MailTransfer } from "@ruaflow/dmarc";
import { NoRoomError, TooSlowError, UnprovenBudgetError } from "@ruaflow/ingest/arrivals";
import type { Mailbox } from "@ruaflow/metadata-store/domains";
import type { Logger } from "@ruaflow/runtime/logging";
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from "smtp-server";
import type { SmtpMetrics } from "./observe.ts";
import { type MessageOptions, receiveMessage } from "./receive-message.ts";
import type { FindRecipient } from "./recipients.ts";
import { replies, SmtpReply } from "./reply.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

export interface MailOptions extends MessageOptions {
  readonly findRecipient: FindRecipient;
  readonly sessions: Sessions;
  readonly metrics: SmtpMetrics;
  readonly logger: Logger;
  readonly isStopping: () => boolean;
}

type Handlers = Required<Pick<SMTPServerOptions, "onMailFrom" | "onRcptTo" | "onData" | "onClose">>;
type DataCallback = Parameters<Handlers["onData"]>[2];

/** What smtp-server asks in the course of a mail transaction. */
export function createHandlers(options: MailOptions): Handlers {
  const { sessions, limits, findRecipient } = options;
  const mailboxes = new WeakMap<SMTPServerAddress, Mailbox>();
  return {
    onMailFrom(_address, { id }, callback) {
      const messages = sessions.find(id)?.messages ?? 0;
      callback(messages < limits.messagesPerConnectionMax ? null : replies.tooManyMessages());
    },
    onRcptTo(address, { id, remoteAddress }, callback) {
      findRecipient(address.address, remoteAddress).then((mailbox) => {
        const session = sessions.find(id);
        if (session) session.hasMailbox = true;
        mailboxes.set(address, mailbox);
        callback();
      }, callback);
    },
    onData(stream, smtpSession, callback) {
      const session = sessions.find(smtpSession.id);
      if (session === undefined) return callback(replies.unavailable());
      const named = smtpSession.envelope.rcptTo.flatMap((address) => mailboxes.get(address) ?? []);
      const transfer = toTransfer(smtpSession);
      void answer({ session, stream, transfer, mailboxes: named, callback }, options);
    },
    onClose: ({ id }) => sessions.remove(id),
  };
}

interface Exchange {
  readonly session: Session;
  readonly stream: SMTPServerDataStream;
  readonly transfer: MailTransfer;
  readonly mailboxes: readonly Mailbox[];
  readonly callback: DataCallback;
}

async function answer(exchange: Exchange, options: MailOptions): Promise<void> {
  const { session, stream, callback } = exchange;
  session.incoming = { stream };
  // A client that leaves, or is sent away, destroys the stream with an error that the reader also gets, if there is one.
  stream.on("error", () => undefined);
  try {
    const networks = [session.neighbourhood, session.network] as const;
    const ids = await receiveMessage({ ...exchange, networks }, options);
    options.metrics.countMessage(250);
    options.sessions.remember(session);
    finish(session);
    callback(null, `2.6.0 Accepted as ${ids.join(", ")}`);
  } catch (error) {
    refuse(exchange, error, options);
  }
  if (options.isStopping()) session.closeWith(replies.stopping());
}

function refuse({ session, stream, callback }: Exchange, error: unknown, { metrics, logger }: MailOptions): void {
  const reply = toReply(error);
  const hasLeft = stream.destroyed && !stream.writableEnded;
  metrics.countMessage(hasLeft && reply !== error ? null : reply);
  if (!hasLeft && reply.responseCode === 451)
    logger.warn({ err: error }, "a mail could not be stored; its sender will try again");
  // The reply comes after the end of the message. Without the end, there is no point in waiting for it.
  if (!hasLeft && !stream.writableEnded) {
    session.closeWith(reply);
    metrics.countClosed(error instanceof TooSlowError ? "too-slow" : "unavailable");
  }
  finish(session);
  callback(reply);
}

const unprovenReplies = {
  address: replies.unprovenAddress,
  network: replies.unprovenNetwork,
  domain: replies.unprovenDomain,
} as const;

function toReply(error: unknown): SmtpReply {
  if (error instanceof SmtpReply) return error;
  if (error instanceof TooSlowError) return replies.tooSlow();
  if (error instanceof UnprovenBudgetError) return unprovenReplies[error.bound]();
  return error instanceof NoRoomError ? replies.noRoom() : replies.unavailable();
}

function finish(session: Session): void {
  session.messages += 1;
  session.progressAtMs = Date.now();
  session.incoming = null;
}

function toTransfer({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession): MailTransfer {
  const mailFrom = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
  return { clientAddress: remoteAddress, helo: hostNameAppearsAs, mailFrom: toAscii(mailFrom) };
}

/** smtp-server shows international domains in Unicode; SPF is asked for the A-label. */
function toAscii(address: string): string {
  const at = address.lastIndexOf("@");
  return at === -1
    ? address
    : `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}
