import { type Database, tryWithLock } from "@ruaflow/postgres";
import { createDeliveries } from "./deliveries.ts";
import { type EventRow, eventColumns, type SavedEvent, toEvent } from "./events.ts";

/** Only one process relays at a time, which keeps the order. "rout" in ASCII. */
const RELAY_LOCK = 0x726f7574;

export interface RelayOptions {
  readonly eventsMax: number;
  readonly now: Date;
  /** Maximum number of pending deliveries of one webhook; default 10,000. */
  readonly queuedMax?: number;
  /** Publishes events to the log, in this order. */
  readonly append: (events: readonly SavedEvent[]) => Promise<void>;
}

export interface Relayed {
  /** Number of events that left the outbox; also 0 while another process relays. */
  readonly events: number;
  /** Number of new deliveries. */
  readonly deliveries: number;
}

const NOTHING: Relayed = { events: 0, deliveries: 0 };

/**
 * Relays the oldest events of the outbox in the order in which they were written: publishes them, queues a delivery for
 * each subscribed webhook, and marks them as relayed. The last two steps are one transaction, so that a crash repeats only
 * the publication. With an empty outbox it costs one index lookup.
 */
export async function relayEvents(database: Database, options: RelayOptions): Promise<Relayed> {
  const { eventsMax, now, queuedMax, append } = options;
  const waiting = await database.query("SELECT 1 FROM events WHERE relayed_at IS NULL LIMIT 1");
  if (waiting.length === 0) return NOTHING;
  const relayed = await tryWithLock(database, RELAY_LOCK, async (transaction) => {
    const rows = await transaction.query<EventRow>(
      `SELECT ${eventColumns} FROM events
       WHERE relayed_at IS NULL ORDER BY sequence LIMIT $1`,
      [eventsMax],
    );
    if (rows.length === 0) return NOTHING;
    await append(rows.map(toEvent));
    const ids = rows.map(({ id }) => id);
    const deliveries = await createDeliveries(transaction, ids, { now, limit: queuedMax });
    // Not now(), the start of this transaction: a feed that has already read later events would miss these.
    await transaction.query("UPDATE events SET relayed_at = clock_timestamp() WHERE id = ANY($1)", [ids]);
    return { events: rows.length, deliveries };
  });
  return relayed ?? NOTHING;
}
