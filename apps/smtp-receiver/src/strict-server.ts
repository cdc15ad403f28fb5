import type { Socket } from "node:net";
import { toNeighbourhood, toNetwork, unmap } from "@ruaflow/runtime/work";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import { createLineEndCheck } from "./line-ends.ts";
import type { CloseReason, SmtpMetrics } from "./observe.ts";
import { replies, type SmtpReply } from "./reply.ts";
import { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

export interface StrictServerOptions {
  readonly sessions: Sessions;
  readonly metrics: SmtpMetrics;
  readonly messageBytesMax: number;
}

/** How long a refused connection has to take its answer. */
const REFUSED_SOCKET_MS = 1000;
const REFUSED_SOCKETS_MAX = 200;

/**
 * smtp-server with what it leaves to its user: it accepts bare line feeds in commands and unstuffs dots after them in
 * messages, reads a message of any size to its end, and knows no limit for each address. This class reads along on each
 * socket, before STARTTLS and after it, and closes the connection as soon as its input breaks a rule.
 */
export class StrictServer extends SMTPServer {
  readonly #options: StrictServerOptions;
  #refused = 0;

  constructor(options: SMTPServerOptions, strict: StrictServerOptions) {
    super(options);
    this.#options = strict;
    // Until smtp-server listens to a new socket, a moment later, an error on it would end the process.
    this.server.prependListener("connection", (socket) => socket.on("error", () => undefined));
    this.onSecure = (socket, session, callback) => this.#watchSecured(socket, session, callback);
  }

  override connect(...[socket, options]: Parameters<SMTPServer["connect"]>): void {
    // A socket that was closed meanwhile would never be removed: its end is already over.
    if (socket.destroyed) return;
    const { sessions, metrics } = this.#options;
    const address = unmap(options?.remoteAddress ?? socket.remoteAddress ?? "");
    const client = { network: toNetwork(address), neighbourhood: toNeighbourhood(address) };
    if (!sessions.admit(client)) {
      this.#refuse(socket, replies.tooManyConnections());
      metrics.countClosed("too-many-connections");
      return;
    }
    super.connect(socket, options);
    const connection = [...this.connections].at(-1);
    if (connection === undefined) throw new Error("smtp-server does not list its new connection");
    const session = new Session(connection, socket, client);
    sessions.add(session);
    metrics.countConnection();
    // smtp-server already listens: the line ends must be checked before it acts on a chunk, the size after it.
    socket.prependListener("data", this.#createInputCheck(session));
    socket.on("data", this.#createSizeCheck(session));
  }

  #watchSecured(socket: Socket, { id }: SMTPServerSession, callback: () => void): void {
    const session = this.#options.sessions.find(id);
    if (session === undefined) {
      callback();
      return;
    }
    session.moveTo(socket);
    socket.on("data", this.#createInputCheck(session));
    callback();
    socket.on("data", this.#createSizeCheck(session));
  }

  #createInputCheck(session: Session): (chunk: Uint8Array) => void {
    const hasBareLineEnd = createLineEndCheck();
    let isClosed = false;
    return (chunk) => {
      this.#options.metrics.countBytes(chunk.length);
      if (isClosed || !hasBareLineEnd(chunk)) return;
      isClosed = true;
      this.#close(session, replies.bareLineEnd(), "line-ends");
    };
  }

  #createSizeCheck(session: Session): () => void {
    let isClosed = false;
    return () => {
      if (isClosed || session.incoming?.stream.sizeExceeded !== true || session.isAnswering) return;
      isClosed = true;
      this.#close(session, replies.tooLarge(this.#options.messageBytesMax), "too-large");
    };
  }

  /** Answers, and closes the connection; when many are being refused, the rest gets no answer. */
  #refuse(socket: Socket, reply: SmtpReply): void {
    if (this.#refused >= REFUSED_SOCKETS_MAX) {
      socket.destroy();
      return;
    }
    this.#refused += 1;
    socket.once("close", () => {
      this.#refused -= 1;
    });
    socket.on("error", () => undefined);
    socket.end(`${reply.responseCode} ${reply.message}\r\n`);
    setTimeout(() => socket.destroy(), REFUSED_SOCKET_MS).unref();
  }

  #close(session: Session, reply: SmtpReply, reason: CloseReason): void {
    // The client of a large message is usually still sending. Until it has had time for the answer its connection counts.
    session.closeWith(reply, reason === "too-large" ? REFUSED_SOCKET_MS : 0);
    this.#options.metrics.countClosed(reason);
  }
}
