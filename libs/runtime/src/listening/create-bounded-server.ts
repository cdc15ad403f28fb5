import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { limitConnections } from "../open-files.ts";
import { Connections } from "./connections.ts";
import { type CloseReason, CONNECTION_LIMITS, type ConnectionLimits } from "./limits.ts";
import { takeTurns } from "./take-turns.ts";

export interface BoundedServerOptions {
  /** Limits other than `CONNECTION_LIMITS`. */
  readonly limits?: Partial<ConnectionLimits> | undefined;
  /** Whether an address is that of a proxy, which speaks for many clients; by default none is. */
  readonly isProxy?: ((address: string) => boolean) | undefined;
  readonly onClosed?: ((reason: CloseReason) => void) | undefined;
  /** The server's part of all connections that the process has files for; default half of them. */
  readonly share?: number;
  /** Further options of `node:http`. */
  readonly server?: ServerOptions;
}

const SHARE_DEFAULT = 1 / 2;

/** How often Node looks for requests that take too long, at most. */
const DEADLINES_CHECK_MS_MAX = 5000;

/**
 * Creates a server of `node:http` whose clients are bounded: their connections, in total and for each address; the requests
 * that they send ahead; the time that they take to send a request, and to read an answer; and what waits for them in memory.
 */
export function createBoundedServer(handle: RequestListener, options: BoundedServerOptions = {}): Server {
  const { isProxy = () => false, onClosed = () => undefined, share = SHARE_DEFAULT } = options;
  const wanted = { ...CONNECTION_LIMITS, ...options.limits };
  const limits = { ...wanted, connectionsMax: limitConnections(wanted.connectionsMax, share) };
  const server = createServer({ ...toTimeouts(limits), ...options.server });
  const connections = new Connections({ limits, isProxy, onClosed });
  const inTurn = takeTurns({
    waitingMax: limits.waitingRequestsMax,
    onTooMany: (socket) => connections.closePipelining(socket),
    onAnswered: (socket) => connections.noteAnswer(socket),
  });
  server.prependListener("connection", (socket: Socket) => {
    // Until Node listens to a new socket, an error on it would end the process.
    if (!connections.admit(socket)) socket.on("error", () => undefined).destroy();
  });
  server.on("request", inTurn(handle));
  // Node's own refusal of an unknown expectation would not wait for its turn.
  server.on(
    "checkExpectation",
    inTurn((_request, response) => response.writeHead(417).end()),
  );
  const sweeper = setInterval(() => connections.sweep(), limits.sweepEveryMs).unref();
  server.once("close", () => clearInterval(sweeper));
  return server;
}

function toTimeouts({ headersMsMax, requestMsMax, idleMsMax }: ConnectionLimits): ServerOptions {
  return {
    headersTimeout: headersMsMax,
    requestTimeout: requestMsMax,
    keepAliveTimeout: idleMsMax,
    connectionsCheckingInterval: Math.min(DEADLINES_CHECK_MS_MAX, headersMsMax),
  };
}
