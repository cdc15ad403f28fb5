import type { Socket } from "node:net";
import { Connection } from "./connection.ts";
import type { CloseReason, ConnectionLimits } from "./limits.ts";
import { Refusals } from "./refusals.ts";

/** A connection that made progress within this time is not closed for another, unless its neighbourhood has more. */
const RESTED_AFTER_MS = 2000;

interface ConnectionsOptions {
  readonly limits: ConnectionLimits;
  /** Whether an address is that of a proxy, which speaks for many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly onClosed: (reason: CloseReason) => void;
}

/** All open connections of a server, bounded for each address and in total. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #open = new Map<Socket, Connection>();
  /** Connections of each network, and of each neighbourhood. */
  readonly #counts = new Map<string, number>();
  readonly #refusals: Refusals;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#refusals = new Refusals(options.limits.refusedMs);
  }

  /**
   * Whether a new connection may stay. A full server makes room: of the neighbourhood (/24, /48) with most connections, it
   * closes the one without progress for the longest time. Refusing the newest would let slow clients keep all others out.
   */
  admit(socket: Socket): boolean {
    const connection = new Connection(socket, this.#options.isProxy);
    if (this.#refusals.has(connection.network) || !this.#hasRoomFor(connection)) {
      this.#options.onClosed("refused");
      return false;
    }
    this.#open.set(socket, connection);
    this.#count(connection, 1);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#count(connection, -1);
    });
    return true;
  }

  /** Closes a connection that sends too much ahead, and refuses its address for a while: reading on would cost more. */
  closePipelining(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    if (!connection.isProxied) this.#refusals.add(connection.network);
    this.#close(connection, "pipelining");
    stopParsing(socket);
  }

  noteAnswer(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection !== undefined) connection.progressAtMs = performance.now();
  }

  /** Closes connections whose clients do not read. */
  sweep(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      connection.observe(now);
      if (connection.stalledMs(now) >= this.#options.limits.stalledMsMax) this.#close(connection, "stalled");
    }
    this.#boundUnread(now);
  }

  #boundUnread(now: number): void {
    const waiting = [...this.#open.values()].filter(({ unreadBytes }) => unreadBytes > 0);
    let unread = waiting.reduce((sum, { unreadBytes }) => sum + unreadBytes, 0);
    if (unread <= this.#options.limits.unreadBytesMax) return;
    for (const connection of waiting.sort((one, other) => other.unreadBytes - one.unreadBytes)) {
      if (connection.lingeringMs(now) < RESTED_AFTER_MS) continue;
      unread -= connection.unreadBytes;
      this.#close(connection, "unread");
      if (unread <= this.#options.limits.unreadBytesMax) return;
    }
  }

  #hasRoomFor(newest: Connection): boolean {
    const { connectionsMax, connectionsPerAddressMax } = this.#options.limits;
    if (!newest.isProxied && (this.#counts.get(newest.network) ?? 0) >= connectionsPerAddressMax)
      return this.#closeLagging(newest, ({ network }) => network === newest.network);
    return this.#open.size < connectionsMax || this.#closeLagging(newest, () => true);
  }

  /** @returns whether one was closed */
  #closeLagging(newest: Connection, among: (connection: Connection) => boolean): boolean {
    let lagging: Connection | null = null;
    for (const each of this.#open.values()) {
      if (each.socket.destroyed || !among(each)) continue;
      if (lagging === null || this.#lagsBehind(each, lagging)) lagging = each;
    }
    if (lagging === null) return false;
    if (!hasRested(lagging, performance.now()) && this.#rank(lagging) <= this.#rank(newest) + 1) return false;
    this.#close(lagging, "crowded");
    return true;
  }

  #lagsBehind(one: Connection, other: Connection): boolean {
    const more = this.#rank(one) - this.#rank(other);
    return more === 0 ? one.progressAtMs < other.progressAtMs : more > 0;
  }

  /** Connections of its neighbourhood. Each connection of a proxy stands for itself. */
  #rank({ isProxied, neighbourhood }: Connection): number {
    return isProxied ? 1 : (this.#counts.get(neighbourhood) ?? 0);
  }

  #count({ isProxied, network, neighbourhood }: Connection, change: 1 | -1): void {
    if (isProxied) return;
    for (const name of [network, neighbourhood]) {
      const count = (this.#counts.get(name) ?? 0) + change;
      if (count > 0) this.#counts.set(name, count);
      else this.#counts.delete(name);
    }
  }

  #close({ socket }: Connection, reason: CloseReason): void {
    this.#options.onClosed(reason);
    socket.destroy();
  }
}

function hasRested({ progressAtMs }: Connection, now: number): boolean {
  return now - progressAtMs >= RESTED_AFTER_MS;
}

/** The answer of Node's parser callback that means "what follows is another protocol": the parser then stops. */
const SWITCH_PROTOCOL = 2;

/**
 * Ends the parsing of what has already arrived. Node would go on after `destroy`, and make and tear down an object for each of
 * the 1,600 requests that 64 KiB may contain: 28 ms of CPU instead of 1. Without this property of Node the requests are
 * refused all the same, only at that cost.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, "parser");
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser)
    parser.onIncoming = () => SWITCH_PROTOCOL;
}
