import type { RequestListener, Server } from "node:http";
import { promisify } from "node:util";
import type { AddressList } from "@ruaflow/runtime/addresses";
import { type CloseReason, type ConnectionLimits, createBoundedServer } from "@ruaflow/runtime/listening";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";

interface BoundedListenerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly trustedProxies?: AddressList | undefined;
  readonly connectionLimits?: Partial<ConnectionLimits> | undefined;
}

/** A log line for each reason at most this often: clients must not fill the log. */
const LOG_EVERY_MS = 60_000;

/** The bounded server of an app, with its connections as metrics and log lines. */
export function createBoundedListener(handle: RequestListener, options: BoundedListenerOptions): Server {
  const { logger, metrics, trustedProxies, connectionLimits } = options;
  const closed = metrics.counter(
    "ruaflow_http_closed_total",
    "HTTP connections that the server closed or refused, by reason.",
    { reason: Object.keys(MEANINGS) },
  );
  const log = createRareLog(logger);
  const server = createBoundedServer(handle, {
    limits: connectionLimits,
    isProxy: (address) => trustedProxies?.includes(address) ?? false,
    onClosed(reason) {
      closed.inc({ reason });
      log(reason);
    },
  });
  const countConnections = promisify(server.getConnections.bind(server));
  metrics.gauge("ruaflow_http_connections", "Open HTTP connections.", () => countConnections());
  return server;
}

const MEANINGS: Readonly<Record<CloseReason, string>> = {
  pipelining: "the client sent too many requests ahead; its address is refused for a while",
  stalled: "the client did not read its answer",
  unread: "too many answers waited to be read, and this client hardly read",
  crowded: "there were too many connections, and this one had made no progress for the longest time",
  refused: "there was no room for the connection, or its address is refused for a while",
};

function createRareLog(logger: Logger): (reason: CloseReason) => void {
  const loggedAtMs = new Map<CloseReason, number>();
  return (reason) => {
    const now = Date.now();
    if (now - (loggedAtMs.get(reason) ?? 0) < LOG_EVERY_MS) return;
    loggedAtMs.set(reason, now);
    logger.warn({ reason }, `HTTP connections are being closed: ${MEANINGS[reason]}`);
  };
}
