import type { Database } from "@ruaflow/postgres";

const HELD_FOR_MS = 7 * 24 * 60 * 60 * 1000;

/** Number of deliveries changed. */
export interface HoldChanges {
  readonly held: number;
  readonly released: number;
  readonly givenUp: number;
}

/**
 * Aligns deliveries with the state of their webhooks: holds pending ones of inactive webhooks, makes held ones of active
 * webhooks due at once, and gives up those held for seven days. Whatever changed a webhook, and whatever raced with that
 * change, the next call corrects it; until then nothing is sent to an inactive webhook. With nothing to change it costs
 * one index lookup.
 */
export async function updateHolds(database: Database, now: Date): Promise<HoldChanges> {
  const toDo = await database.query(
    `SELECT 1 FROM webhook_deliveries WHERE status = 'held'
     UNION ALL
     SELECT 1 FROM webhooks w WHERE NOT w.active
       AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending')
     LIMIT 1`,
  );
  if (toDo.length === 0) return { held: 0, released: 0, givenUp: 0 };
  return database.transaction(async (transaction) => {
    const held = await transaction.query(
      `UPDATE webhook_deliveries SET status = 'held', held_at = $1, next_attempt_at = NULL
       WHERE status = 'pending' AND webhook_id IN (SELECT id FROM webhooks WHERE NOT active) RETURNING 1`,
      [now],
    );
    const givenUp = await transaction.query(
      `UPDATE webhook_deliveries SET status = 'exhausted', held_at = NULL, finished_at = $1
       WHERE status = 'held' AND held_at <= $2 RETURNING 1`,
      [now, new Date(now.getTime() - HELD_FOR_MS)],
    );
    const released = await transaction.query(
      `UPDATE webhook_deliveries SET status = 'pending', held_at = NULL, next_attempt_at = $1
       WHERE status = 'held' AND webhook_id IN (SELECT id FROM webhooks WHERE active) RETURNING 1`,
      [now],
    );
    return { held: held.length, released: released.length, givenUp: givenUp.length };
  });
}
