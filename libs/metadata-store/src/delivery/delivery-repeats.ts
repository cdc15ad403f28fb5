import type { Database, Queryable } from "@ruaflow/postgres";
import { type DeliveryKey, deliveryId } from "./deliveries.ts";
import { type AttemptFacts, insertAttempt } from "./delivery-results.ts";
import { type SavedEvent, saveEvents } from "./events.ts";

/** `inactive`: the webhook must be enabled first. */
export type RedeliverResult = "queued" | "inactive";

/** SQL assignments that queue a delivery again, due at `$1`. */
export const requeue = `status = 'pending', series_attempts = 0, next_attempt_at = $1, finished_at = NULL, held_at = NULL`;

/**
 * Queues a delivery again, with the same event, id and bytes; its earlier attempts stay listed. A delivery that is pending
 * or in flight is not changed. `null` when the organization's webhook has no such delivery.
 */
export async function redeliver(
  database: Queryable,
  organizationId: string,
  { webhookId, deliveryId, now }: DeliveryKey & { readonly now: Date },
): Promise<RedeliverResult | null> {
  const [row] = await database.query<{ active: boolean }>(
    `WITH found AS (
       SELECT d.id, w.active FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE d.organization_id = $2 AND d.webhook_id = $3 AND d.id = $4
     ), queued AS (
       UPDATE webhook_deliveries d SET ${requeue} FROM found f
       WHERE d.id = f.id AND f.active AND d.status IN ('delivered', 'exhausted')
     )
     SELECT active FROM found`,
    [now, organizationId, webhookId, deliveryId],
  );
  if (row === undefined) return null;
  return row.active ? "queued" : "inactive";
}

export interface TestDelivery {
  readonly webhookId: string;
  /** A sample: it is never relayed to other webhooks. */
  readonly event: SavedEvent;
  readonly attempt: AttemptFacts;
  readonly isDelivered: boolean;
}

/**
 * Saves a sample that was sent immediately, with its only attempt. It counts neither as a failure nor as a success of its
 * webhook.
 *
 * @returns the delivery's id; `null` when the organization has no such webhook
 */
export async function saveTestDelivery(
  database: Database,
  organizationId: string,
  { webhookId, event, attempt, isDelivered }: TestDelivery,
): Promise<string | null> {
  return database.transaction(async (transaction) => {
    const webhooks = await transaction.query(
      "SELECT 1 FROM webhooks WHERE organization_id = $1 AND id = $2 FOR SHARE",
      [organizationId, webhookId],
    );
    if (webhooks.length === 0) return null;
    await saveEvents(transaction, [event]);
    await transaction.query("UPDATE events SET relayed_at = now() WHERE id = $1", [event.id]);
    const finishedAt = new Date(attempt.startedAt.getTime() + attempt.latencyMs);
    const [row] = await transaction.query<{ id: string }>(
      `INSERT INTO webhook_deliveries
         (id, event_id, webhook_id, organization_id, status, is_test, attempts, series_attempts, created_at, finished_at)
       SELECT ${deliveryId("$1::text", "$2::text")}, $1, $2, $3, $4, true, 1, 1, $5, $6 RETURNING id`,
      [event.id, webhookId, organizationId, isDelivered ? "delivered" : "exhausted", attempt.startedAt, finishedAt],
    );
    if (row === undefined) throw new Error("INSERT returned no row");
    await insertAttempt(transaction, { deliveryId: row.id, number: 1 }, attempt);
    return row.id;
  });
}
