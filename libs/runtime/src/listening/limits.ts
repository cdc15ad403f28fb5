/** Bounds on the clients of an HTTP server, which are anyone who reaches its port. */
export interface ConnectionLimits {
  /** Connections at a time; fewer if the process may open few files. */
  readonly connectionsMax: number;
  /** Connections from one address (IPv6: one /64) at a time. */
  readonly connectionsPerAddressMax: number;
  /** Requests that a client may send ahead, while the answer to an earlier one is not sent. */
  readonly waitingRequestsMax: number;
  /** How long an address is refused after it has sent more requests ahead than that. */
  readonly refusedMs: number;
  /** A connection that reads nothing of a waiting answer for this long is closed. */
  readonly stalledMsMax: number;
  /** Bytes of answers in memory that clients have not read. Beyond it, connections that hardly move are closed. */
  readonly unreadBytesMax: number;
  /** From the connection, or the first byte of a further request, to the end of its headers. */
  readonly headersMsMax: number;
  /** From the first byte of a request to the last of its body. */
  readonly requestMsMax: number;
  /** How long a connection may rest between requests. */
  readonly idleMsMax: number;
  /** How often connections are looked at. */
  readonly sweepEveryMs: number;
}

const MIB = 1024 * 1024;

/** What no setting changes. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: 1000,
  // A network behind one address may have two hundred busy clients.
  connectionsPerAddressMax: 250,
  // Clients of HTTP/1.1 hardly ever send ahead; tools for load tests do.
  waitingRequestsMax: 8,
  refusedMs: 10_000,
  stalledMsMax: 30_000,
  unreadBytesMax: 64 * MIB,
  headersMsMax: 15_000,
  // Enough for 100 MB at 3 Mbit/s.
  requestMsMax: 300_000,
  // Longer than the minute for which load balancers keep connections.
  idleMsMax: 72_000,
  sweepEveryMs: 1000,
};

/** Why a server closed a connection. */
export type CloseReason =
  /** It sent too many requests ahead. */
  | "pipelining"
  /** It read nothing. */
  | "stalled"
  /** Answers that wait took too much memory, and it hardly read. */
  | "unread"
  /** It made room for another client. */
  | "crowded"
  /** There was no room for it. */
  | "refused";
