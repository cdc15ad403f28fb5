import type { Database } from "@ruaflow/postgres";

const HELD_FOR_MS = 7 * 24 * 60 * 60 * 1000;

export interface SettledHolds {
  readonly held: number;
  readonly released: number;
  readonly givenUp: number;
}

/**
 * Brings what is queued in line with what is active: deliveries of webhooks that are not are held, those of webhooks that
 * are again are due at once, and what has been held for seven days is given up. Whoever switched a webhook, and whatever
 * raced with it, the next call sets it right; until then nothing is sent to a webhook that is not active. With nothing to
 * hold or release it costs one look into an index.
 */
export async function settleHolds(database: Database, now: Date): Promise<SettledHolds> {
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
