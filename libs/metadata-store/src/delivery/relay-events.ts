import type { Database } from "@ruaflow/postgres";
import { createDeliveries } from "./deliveries.ts";
import { type EventRow, type SavedEvent, toEvent } from "./events.ts";

/** One relay at a time keeps the order. "rout" in ASCII. */
const RELAY_LOCK = 0x726f7574;

export interface RelayOptions {
  readonly eventsMax: number;
  readonly now: Date;
  /** Deliveries that may wait for one webhook; 10,000 when absent. */
  readonly queuedMax?: number;
  /** Publishes events, in this order, for subscribers of the log. */
  readonly append: (events: readonly SavedEvent[]) => Promise<void>;
}

export interface Relayed {
  /** Events that left the outbox; 0 also while another process relays. */
  readonly events: number;
  /** Deliveries that are new. */
  readonly deliveries: number;
}

/**
 * Takes the oldest events out of the outbox, in the order in which they were written: publishes them, queues a delivery for
 * each webhook that wants them, and marks them as relayed, the last two in one transaction. A crash repeats the
 * publication and nothing else. With an empty outbox it costs one look into an index.
 */
export async function relayEvents(database: Database, options: RelayOptions): Promise<Relayed> {
  const { eventsMax, now, queuedMax, append } = options;
  const waiting = await database.query("SELECT 1 FROM events WHERE relayed_at IS NULL LIMIT 1");
  if (waiting.length === 0) return { events: 0, deliveries: 0 };
  return database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ held: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS held", [
      RELAY_LOCK,
    ]);
    if (lock?.held !== true) return { events: 0, deliveries: 0 };
    const rows = await transaction.query<EventRow>(
      `SELECT id, type, organization_id, domain_id, created_at, body FROM events
       WHERE relayed_at IS NULL ORDER BY sequence LIMIT $1`,
      [eventsMax],
    );
    await append(rows.map(toEvent));
    const ids = rows.map(({ id }) => id);
    const deliveries = await createDeliveries(transaction, ids, { now, limit: queuedMax });
    // Not the time at which this transaction began: a reader that goes on from the last time it saw would miss these.
    await transaction.query("UPDATE events SET relayed_at = clock_timestamp() WHERE id = ANY($1)", [ids]);
    return { events: rows.length, deliveries };
  });
}
