import type { SmtpLimits } from "./limits.ts";
import type { CloseReason } from "./observe.ts";
import { replies } from "./reply.ts";
import { createSenderHistory } from "./sender-history.ts";
import type { Client, Session } from "./session.ts";

/** Where no network has more connections than another, younger ones are not closed to admit a new one. */
const CROWDED_AFTER_MS = 2000;

/** Part of the connections that only senders with a history can have; those without one have as large a part. */
const RESERVED_PART = 1 / 4;

/** All open connections, bounded for each address and in total. */
export interface Sessions {
  readonly size: number;
  find(id: string): Session | undefined;
  add(session: Session): void;
  remove(id: string): void;
  /**
   * Whether a connection of `client` may begin. A full server makes room, at the cost of senders without a history while they
   * have more than their part. It closes a connection of the neighbourhood and of the network with most of them, first one
   * that has named no mailbox yet, and of those the one that has completed no message for the longest time.
   */
  admit(client: Client): boolean;
  /** Remembers that the client's neighbourhood has completed a message. */
  remember(client: Client): void;
  /** Closes connections that are too slow. */
  sweep(): void;
  /** Closes every connection without a message in progress. */
  closeIdle(): void;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: short functions that share the open connections
export function createSessions(limits: SmtpLimits, onClosed: (reason: CloseReason) => void): Sessions {
  const sessions = new Map<string, Session>();
  const networks = createTally();
  const neighbourhoods = createTally();
  const history = createSenderHistory();
  const reserved = Math.floor(limits.connectionsMax * RESERVED_PART);
  let strangers = 0;

  function remove(id: string): void {
    const session = sessions.get(id);
    if (session === undefined) return;
    sessions.delete(id);
    networks.take(session.network);
    neighbourhoods.take(session.neighbourhood);
    if (session.isStranger) strangers -= 1;
  }

  /** A known neighbourhood has as many connections as one address may have; more of them are no better than a stranger's. */
  function isStranger({ neighbourhood }: Client): boolean {
    return !history.has(neighbourhood) || neighbourhoods.count(neighbourhood) >= limits.connectionsPerAddressMax;
  }

  /** Larger numbers are closed first. */
  function rank({ network, neighbourhood, hasMailbox, progressAtMs }: Session): readonly number[] {
    return [neighbourhoods.count(neighbourhood), networks.count(network), Number(!hasMailbox), -progressAtMs];
  }

  function findLagging(amongStrangers: boolean): Session | null {
    let worst: Session | null = null;
    for (const session of sessions.values()) {
      if (session.isAnswering || session.isStranger !== amongStrangers) continue;
      if (worst === null || compare(rank(session), rank(worst)) > 0) worst = session;
    }
    return worst;
  }

  function hasMore(lagging: Client, client: Client): boolean {
    if (lagging.neighbourhood === client.neighbourhood) {
      return networks.count(lagging.network) > networks.count(client.network) + 1;
    }
    return neighbourhoods.count(lagging.neighbourhood) > neighbourhoods.count(client.neighbourhood) + 1;
  }

  function makeRoomFor(client: Client): boolean {
    const isNew = isStranger(client);
    const isFull = isNew && strangers >= limits.connectionsMax - reserved;
    if (!isFull && sessions.size < limits.connectionsMax) return true;
    const amongStrangers = strangers > reserved || (isNew && strangers === reserved);
    const lagging = findLagging(amongStrangers);
    if (lagging === null) return false;
    const isDisplaced = amongStrangers && !isNew;
    const isLate = Date.now() - lagging.progressAtMs >= CROWDED_AFTER_MS;
    if (!isDisplaced && !isLate && !hasMore(lagging, client)) return false;
    lagging.closeWith(replies.crowded());
    remove(lagging.connection.id);
    onClosed("crowded");
    return true;
  }

  return {
    get size() {
      return sessions.size;
    },
    find: (id) => sessions.get(id),
    add(session) {
      session.isStranger = isStranger(session);
      sessions.set(session.connection.id, session);
      networks.add(session.network);
      neighbourhoods.add(session.neighbourhood);
      if (session.isStranger) strangers += 1;
    },
    remove,
    admit: (client) => networks.count(client.network) < limits.connectionsPerAddressMax && makeRoomFor(client),
    remember: ({ neighbourhood }) => history.add(neighbourhood),
    sweep() {
      const now = Date.now();
      for (const session of sessions.values()) {
        if (!session.isTooSlow(now, limits)) continue;
        session.closeWith(replies.tooSlow());
        onClosed("too-slow");
      }
    },
    closeIdle() {
      for (const session of sessions.values()) {
        if (session.incoming !== null) continue;
        session.closeWith(replies.stopping());
        onClosed("stopping");
      }
    },
  };
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** How many there are of each name. Names without any take no memory. */
interface Tally {
  count(name: string): number;
  add(name: string): void;
  take(name: string): void;
}

function createTally(): Tally {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  return {
    count,
    add: (name) => counts.set(name, count(name) + 1),
    take(name) {
      const left = count(name) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    },
  };
}
