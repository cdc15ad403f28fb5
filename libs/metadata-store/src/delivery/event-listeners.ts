import type { Queryable } from "@ruaflow/postgres";
import { createToken } from "../tenants/id.ts";
import { type EventRow, type SavedEvent, toEvent } from "./events.ts";

/** Somebody who watches events as they come, without a webhook. */
export interface EventListener {
  readonly id: string;
  readonly organizationId: string;
  readonly events: readonly string[];
}

const LISTENER_ID_DIGITS = 26;

/** A listener that nobody knows of before `keepListener`. */
export function createListener(organizationId: string, events: readonly string[]): EventListener {
  return { id: `lis_${createToken(LISTENER_ID_DIGITS)}`, organizationId, events };
}

/** Says that the listener is there for `forMs` from now, so that the events it wants are written. */
export async function keepListener(database: Queryable, listener: EventListener, forMs: number): Promise<void> {
  await database.query(
    `INSERT INTO event_listeners (id, organization_id, events, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4 / 1000.0))
     ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at`,
    [listener.id, listener.organizationId, listener.events, forMs],
  );
}

/** Ends the listener, and those that never said that they were going. */
export async function deleteListener(database: Queryable, listener: EventListener): Promise<void> {
  await database.query("DELETE FROM event_listeners WHERE id = $1 OR expires_at < now() - interval '1 hour'", [
    listener.id,
  ]);
}

/** Where reading has come to: begin with `startFeed`, and hand each answer's place to the next call. */
export interface FeedPlace {
  readonly since: Date;
  /** Ids of what was read and may come in sight again. */
  readonly seen: readonly string[];
}

/** Events committed at the same moment come into sight one after the other; so much later they all have. */
const lookBack = "interval '10 seconds'";

/** From now on, by the database's clock. */
export async function startFeed(database: Queryable, listener: EventListener): Promise<FeedPlace> {
  const [row] = await database.query<{ now: Date }>("SELECT now()");
  const since = row?.now ?? new Date();
  const feed = await readFeed(database, listener, { place: { since, seen: [] }, eventsMax: FEED_MAX });
  return { since, seen: feed.place.seen };
}

const FEED_MAX = 10_000;

/** Reads the listener's events that have been relayed since, samples of tests apart, oldest first. */
export async function readFeed(
  database: Queryable,
  { organizationId, events }: EventListener,
  { place, eventsMax }: { readonly place: FeedPlace; readonly eventsMax: number },
): Promise<{ readonly events: readonly SavedEvent[]; readonly place: FeedPlace }> {
  const rows = await database.query<EventRow & { relayed_at: Date }>(
    `SELECT id, type, organization_id, domain_id, created_at, body, relayed_at FROM events e
     WHERE organization_id = $1 AND type = ANY($2) AND relayed_at > $3::timestamptz - ${lookBack} AND id <> ALL($4)
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND d.is_test)
     ORDER BY relayed_at, id LIMIT $5`,
    [organizationId, events, place.since, place.seen, eventsMax],
  );
  // Never back: what lies before the look back is no longer among what was seen.
  const since = new Date(Math.max(place.since.getTime(), rows.at(-1)?.relayed_at.getTime() ?? 0));
  const seen = [...place.seen, ...rows.map(({ id }) => id)].slice(-FEED_MAX);
  return { events: rows.map(toEvent), place: { since, seen } };
}
