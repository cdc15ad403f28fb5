import type { Socket } from "node:net";
import { toNeighbourhood, toNetwork, unmap } from "../work/to-network.ts";

/** Moving this many bytes counts as progress, like an answer: it costs a client that only holds on to its connection. */
const PROGRESS_BYTES = 64 * 1024;

/** An open connection, and when it last did something. */
export class Connection {
  readonly socket: Socket;
  /** The name under which its address is counted. */
  readonly network: string;
  /** The name under which its neighbourhood is counted. */
  readonly neighbourhood: string;
  /** Whether it comes from a proxy, which speaks for many clients: its address does not count. */
  readonly isProxied: boolean;
  /** When the last answer was sent, or 64 KiB had moved since then; at first when it began. */
  progressAtMs: number;
  /** When the system last took bytes of an answer. */
  #takenAtMs: number;
  /** When no answer waited last. */
  #emptyAtMs: number;
  #taken = 0;
  #movedAtProgress = 0;

  /** @param isProxy whether an address is a proxy's */
  constructor(socket: Socket, isProxy: (address: string) => boolean) {
    const now = performance.now();
    const address = unmap(socket.remoteAddress ?? "");
    this.socket = socket;
    this.isProxied = isProxy(address);
    this.network = toNetwork(address);
    this.neighbourhood = toNeighbourhood(address);
    this.progressAtMs = now;
    this.#takenAtMs = now;
    this.#emptyAtMs = now;
  }

  /** Bytes of answers that wait in memory until the client reads. */
  get unreadBytes(): number {
    return this.socket.writableLength;
  }

  /** Takes notice of what has moved since the last call. */
  observe(now: number): void {
    const unsent = readUnsent(this.socket);
    if (this.unreadBytes === 0) this.#emptyAtMs = now;
    const taken = this.socket.bytesWritten - unsent;
    const isWaitingForClient = unsent > 0 || this.socket.writableEnded;
    if (!isWaitingForClient || taken !== this.#taken) this.#takenAtMs = now;
    this.#taken = taken;
    const moved = taken + this.socket.bytesRead;
    if (moved - this.#movedAtProgress < PROGRESS_BYTES) return;
    this.#movedAtProgress = moved;
    this.progressAtMs = now;
  }

  /** How long an answer has waited while the client has hardly read. */
  lingeringMs(now: number): number {
    return now - Math.max(this.#emptyAtMs, this.progressAtMs);
  }

  /** How long the client has read nothing of a waiting answer, or has not closed a connection that the server ended. */
  stalledMs(now: number): number {
    return now - this.#takenAtMs;
  }
}

/**
 * Bytes that the system has not taken yet. libuv's own figure, which Node uses for timeouts of sockets in the same way, but
 * does not show: `writableLength` stays the same until the whole of an answer is taken.
 */
function readUnsent(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null || !("writeQueueSize" in handle)) return 0;
  return Number(handle.writeQueueSize);
}
