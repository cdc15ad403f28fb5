import type { Queryable } from "@ruaflow/postgres";
import { createToken } from "../tenants/id.ts";
import { type EventRow, eventColumns, type SavedEvent, toEvent } from "./events.ts";

/** A client that watches events live, without a webhook. */
export interface EventListener {
  readonly id: string;
  readonly organizationId: string;
  readonly events: readonly string[];
  /** Whether it also receives `report.received` of reports whose sender is not proven. */
  readonly includeUnauthenticated: boolean;
}

const LISTENER_ID_DIGITS = 26;

/** Creates a listener in memory; it is registered by its first `renewListener`. */
export function createListener(
  organizationId: string,
  events: readonly string[],
  includeUnauthenticated = false,
): EventListener {
  return { id: `lis_${createToken(LISTENER_ID_DIGITS)}`, organizationId, events, includeUnauthenticated };
}

/** Registers the listener for `forMs` from now, so that the events it wants are written. */
export async function renewListener(database: Queryable, listener: EventListener, forMs: number): Promise<void> {
  await database.query(
    `INSERT INTO event_listeners (id, organization_id, events, expires_at, include_unauthenticated)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4 / 1000.0), $5)
     ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at`,
    [listener.id, listener.organizationId, listener.events, forMs, listener.includeUnauthenticated],
  );
}

/** Deletes the listener, and listeners that expired more than an hour ago. */
export async function deleteListener(database: Queryable, listener: EventListener): Promise<void> {
  await database.query("DELETE FROM event_listeners WHERE id = $1 OR expires_at < now() - interval '1 hour'", [
    listener.id,
  ]);
}

/** How far a feed has been read. Begin with `startFeed`, then pass the position of each result to the next call. */
export interface FeedPosition {
  readonly since: Date;
  /** Ids of events already read that a later query may return again. */
  readonly seen: readonly string[];
}

/** Events that are committed at the same moment become visible in turn; after this time all of them are. */
const overlap = "interval '10 seconds'";

/** The current position, by the database's clock. */
export async function startFeed(database: Queryable, listener: EventListener): Promise<FeedPosition> {
  const [row] = await database.query<{ now: Date }>("SELECT now()");
  const since = row?.now ?? new Date();
  const feed = await readFeed(database, listener, { position: { since, seen: [] }, eventsMax: FEED_MAX });
  return { since, seen: feed.position.seen };
}

const FEED_MAX = 10_000;

/** Reads the listener's events that were relayed since `position`, oldest first. Omits samples sent by tests. */
export async function readFeed(
  database: Queryable,
  { organizationId, events, includeUnauthenticated }: EventListener,
  { position, eventsMax }: { readonly position: FeedPosition; readonly eventsMax: number },
): Promise<{ readonly events: readonly SavedEvent[]; readonly position: FeedPosition }> {
  const rows = await database.query<EventRow & { relayed_at: Date }>(
    `SELECT ${eventColumns}, relayed_at FROM events e
     WHERE organization_id = $1 AND type = ANY($2) AND ($6 OR NOT unauthenticated) AND relayed_at > $3::timestamptz - ${overlap} AND id <> ALL($4)
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND d.is_test)
     ORDER BY relayed_at, id LIMIT $5`,
    [organizationId, events, position.since, position.seen, eventsMax, includeUnauthenticated],
  );
  // Never moves back: `seen` no longer holds the events before the overlap.
  const since = new Date(Math.max(position.since.getTime(), rows.at(-1)?.relayed_at.getTime() ?? 0));
  const seen = [...position.seen, ...rows.map(({ id }) => id)].slice(-FEED_MAX);
  return { events: rows.map(toEvent), position: { since, seen } };
}
