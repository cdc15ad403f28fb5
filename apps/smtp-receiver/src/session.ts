import type { Socket } from "node:net";
import type { SMTPServer, SMTPServerDataStream } from "smtp-server";
import type { SmtpLimits } from "./limits.ts";
import { replies, type SmtpReply } from "./reply.ts";

/** A connection of smtp-server. */
export type SmtpConnection = SMTPServer["connections"] extends Set<infer Connection> ? Connection : never;

/** A message in progress. */
export interface Incoming {
  readonly stream: SMTPServerDataStream;
  readonly startedAtMs: number;
  /** It waits for room in the byte budget, so its rate is not the client's fault. */
  isWaiting: boolean;
}

/** One connection, from its admission until its socket is closed. */
export class Session {
  readonly connection: SmtpConnection;
  /** The address, or the IPv6 /64, that the connection counts for. */
  readonly network: string;
  /** When the connection began or completed its last message. */
  progressAtMs: number;
  messages = 0;
  incoming: Incoming | null = null;
  #socket: Socket;

  constructor(connection: SmtpConnection, socket: Socket, network: string) {
    this.connection = connection;
    this.network = network;
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

  /** Ends the connection with a reply. Nothing more is read; a message that is not complete is abandoned. */
  closeWith(reply: SmtpReply): void {
    if (!this.isAnswering) this.incoming?.stream.destroy(reply);
    // During a TLS handshake the socket has no reader of ours, and destroying it from below the handshake is unsafe.
    const isHandshaking = this.#socket.listenerCount("data") === 0;
    this.connection.send(reply.responseCode, reply.message);
    this.connection.close();
    if (!isHandshaking) stopReading(this.#socket);
  }

  /** The reply for a connection that takes too long. */
  findDelay(now: number, limits: SmtpLimits): SmtpReply | null {
    if (this.isAnswering) return null;
    if (now - this.progressAtMs > limits.transactionMsMax) return replies.tooSlow();
    if (this.incoming === null || this.incoming.isWaiting) return null;
    const { startedAtMs, stream } = this.incoming;
    const takenMs = now - startedAtMs;
    const isSlow = takenMs > limits.slowAfterMs && stream.byteLength < (takenMs / 1000) * limits.bytesPerSecondMin;
    return isSlow ? replies.tooSlow() : null;
  }
}

/** smtp-server would read and discard what the client sends for up to 5 s. */
function stopReading(socket: Socket): void {
  // Usually the system has taken the reply already.
  if (socket.writableLength === 0) socket.destroy();
  else socket.pause().destroySoon();
}
