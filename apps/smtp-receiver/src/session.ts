import type { Socket } from "node:net";
import type { SMTPServer, SMTPServerDataStream } from "smtp-server";
import type { SmtpLimits } from "./limits.ts";
import type { SmtpReply } from "./reply.ts";

export type SmtpConnection = SMTPServer["connections"] extends Set<infer Connection> ? Connection : never;

/** Whom a connection counts for. */
export interface Client {
  /** The address, or the IPv6 /64. */
  readonly network: string;
  /** The /24, or the IPv6 /48. */
  readonly neighbourhood: string;
}

/** A message in progress. */
export interface Incoming {
  readonly stream: SMTPServerDataStream;
}

/** One connection, from its admission until its socket is closed. */
export class Session implements Client {
  readonly connection: SmtpConnection;
  readonly network: string;
  readonly neighbourhood: string;
  /** Whether it began without a history of its neighbourhood. */
  isStranger = true;
  /** Whether it has named a mailbox that exists. */
  hasMailbox = false;
  /** When the connection began or completed its last message. */
  progressAtMs: number;
  messages = 0;
  incoming: Incoming | null = null;
  #socket: Socket;

  constructor(connection: SmtpConnection, socket: Socket, { network, neighbourhood }: Client) {
    this.connection = connection;
    this.network = network;
    this.neighbourhood = neighbourhood;
    this.progressAtMs = Date.now();
    this.#socket = socket;
  }

  /** After STARTTLS the connection goes on on another socket. */
  moveTo(socket: Socket): void {
    this.#socket = socket;
  }

  /** True while the client waits for us: its message is complete, and not answered. */
  get isAnswering(): boolean {
    return this.incoming?.stream.writableEnded === true;
  }

  /**
   * Ends the connection with a reply. Nothing more is read; a message that is not complete is abandoned.
   *
   * @param lingerMs how long a client that is still sending has to take the reply: closing with unread bytes resets the
   *   connection (RFC 9293 section 3.6.1), and the client's next write then fails before it reads
   */
  closeWith(reply: SmtpReply, lingerMs = 0): void {
    if (!this.isAnswering) this.incoming?.stream.destroy(reply);
    // During a TLS handshake the socket has no reader of ours, and destroying it from below the handshake is unsafe.
    const isHandshaking = this.#socket.listenerCount("data") === 0;
    this.connection.send(reply.responseCode, reply.message);
    this.connection.close();
    if (!isHandshaking) stopReading(this.#socket, lingerMs);
  }

  /** Whether it has taken too long to complete a message. Ingest measures the rate of a message. */
  isTooSlow(now: number, { transactionMsMax }: Pick<SmtpLimits, "transactionMsMax">): boolean {
    return !this.isAnswering && now - this.progressAtMs > transactionMsMax;
  }
}

/** smtp-server would read and discard what the client sends for up to 5 s. */
function stopReading(socket: Socket, lingerMs: number): void {
  if (lingerMs > 0) {
    socket.pause();
    setTimeout(() => socket.destroy(), lingerMs).unref();
    return;
  }
  // Usually the system has taken the reply already.
  if (socket.writableLength === 0) socket.destroy();
  else socket.pause().destroySoon();
}
