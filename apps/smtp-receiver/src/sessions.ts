import type { SmtpLimits } from "./limits.ts";
import type { CloseReason } from "./observe.ts";
import { replies } from "./reply.ts";
import type { Session } from "./session.ts";

/** Where no network has more connections than another, younger ones are not closed to admit a new one. */
const CROWDED_AFTER_MS = 2000;

/** All open connections, bounded for each address and in total. */
export interface Sessions {
  readonly size: number;
  find(id: string): Session | undefined;
  add(session: Session): void;
  remove(id: string): void;
  /**
   * Whether a connection from `network` may begin. A full server makes room: of the network with most connections, it
   * closes the one that has completed no message for the longest time.
   */
  admit(network: string): boolean;
  /** Closes connections that are too slow. */
  sweep(): void;
  /** Closes every connection without a message in progress. */
  closeIdle(): void;
}

export function createSessions(limits: SmtpLimits, onClosed: (reason: CloseReason) => void): Sessions {
  const sessions = new Map<string, Session>();

  function countFrom(network: string): number {
    return [...sessions.values()].filter((session) => session.network === network).length;
  }

  function findLagging(): Session | null {
    const open = [...sessions.values()];
    const counts = Map.groupBy(open, ({ network }) => network);
    const rank = (session: Session) => counts.get(session.network)?.length ?? 0;
    const [lagging] = open
      .filter(({ isAnswering }) => !isAnswering)
      .sort((one, other) => rank(other) - rank(one) || one.progressAtMs - other.progressAtMs);
    return lagging ?? null;
  }

  function makeRoomFor(network: string): boolean {
    if (sessions.size < limits.connectionsMax) return true;
    const lagging = findLagging();
    if (lagging === null) return false;
    const hasMore = countFrom(lagging.network) > countFrom(network) + 1;
    if (!hasMore && Date.now() - lagging.progressAtMs < CROWDED_AFTER_MS) return false;
    lagging.closeWith(replies.crowded());
    sessions.delete(lagging.connection.id);
    onClosed("crowded");
    return true;
  }

  return {
    get size() {
      return sessions.size;
    },
    find: (id) => sessions.get(id),
    add: (session) => sessions.set(session.connection.id, session),
    remove: (id) => sessions.delete(id),
    admit: (network) => countFrom(network) < limits.connectionsPerAddressMax && makeRoomFor(network),
    sweep() {
      const now = Date.now();
      for (const session of sessions.values()) {
        const reply = session.findDelay(now, limits);
        if (reply === null) continue;
        session.closeWith(reply);
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
