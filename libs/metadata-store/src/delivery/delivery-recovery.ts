import type { Database, Queryable } from "@ruaflow/postgres";
import { deliveryId, freePlacesOf, isWanted, QUEUED_MAX } from "./deliveries.ts";
import { requeue } from "./delivery-repeats.ts";

export interface RecoverOptions {
  readonly webhookId: string;
  /** Recovers events created at this time or later. */
  readonly since: Date;
  readonly now: Date;
  /** Maximum number of pending deliveries; default 10,000. */
  readonly limit?: number;
}

export interface Recovered {
  /** Events queued again, or for the first time. */
  readonly queued: number;
  /** Events that did not fit into the queue: recover again when the queue is shorter. */
  readonly left: number;
}

/**
 * Queues what a webhook has missed: deliveries that were given up, and events that were never queued because the queue was
 * full or the webhook was not active. Oldest first, up to the free places in the queue. `null` when the organization has
 * no such webhook; `inactive`: the webhook must be enabled first.
 */
export async function recoverDeliveries(
  database: Database,
  organizationId: string,
  options: RecoverOptions,
): Promise<Recovered | "inactive" | null> {
  return database.transaction(async (transaction) => {
    const [webhook] = await transaction.query<{ active: boolean }>(
      "SELECT active FROM webhooks WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE",
      [organizationId, options.webhookId],
    );
    if (webhook === undefined) return null;
    if (!webhook.active) return "inactive";
    return recover(transaction, options);
  });
}

/** Skips samples sent by tests: their deliveries are marked `is_test`. */
async function recover(
  transaction: Queryable,
  { webhookId, since, now, limit = QUEUED_MAX }: RecoverOptions,
): Promise<Recovered> {
  const [row] = await transaction.query<{ queued: number; left: number }>(
    `WITH missed AS (
       SELECT d.id AS delivery_id, e.id AS event_id, e.organization_id, e.created_at AS happened_at
       FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE d.webhook_id = $3 AND d.status = 'exhausted' AND NOT d.is_test AND e.created_at >= $4
       UNION ALL
       SELECT NULL, e.id, e.organization_id, e.created_at
       FROM webhooks w JOIN events e ON e.organization_id = w.organization_id AND ${isWanted}
       WHERE w.id = $3 AND e.created_at >= $4 AND NOT EXISTS (
         SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND (d.webhook_id = $3 OR d.is_test)
       )
     ), room AS MATERIALIZED (
       SELECT ${freePlacesOf("$3")} AS places
     ), placed AS (
       SELECT m.*, row_number() OVER (ORDER BY happened_at, event_id) <= r.places AS has_room FROM missed m, room r
     ), again AS (
       UPDATE webhook_deliveries SET ${requeue} WHERE id IN (SELECT delivery_id FROM placed WHERE has_room)
     ), first AS (
       INSERT INTO webhook_deliveries (id, event_id, webhook_id, organization_id, status, next_attempt_at, created_at)
       SELECT ${deliveryId("event_id", "$3::text")}, event_id, $3, organization_id, 'pending', $1, $1
       FROM placed WHERE has_room AND delivery_id IS NULL ON CONFLICT DO NOTHING
     ), rest AS (
       SELECT count(*) FILTER (WHERE has_room)::int AS queued, count(*) FILTER (WHERE NOT has_room)::int AS missing,
         min(happened_at) FILTER (WHERE NOT has_room) AS missing_since FROM placed
     ), closed AS (
       UPDATE webhooks SET missed_since = missing_since, missed_events = missing FROM rest
       WHERE id = $3 AND missed_since >= $4
     )
     SELECT queued, missing AS left FROM rest`,
    [now, limit, webhookId, since],
  );
  if (row === undefined) throw new Error("SELECT count returned no row");
  return row;
}
