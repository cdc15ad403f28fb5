import type { Queryable } from "@ruaflow/postgres";
import { toTable } from "@ruaflow/postgres/table";
import { type ClaimedDelivery, clearClaim } from "./delivery-claims.ts";
import { SLOW_AFTER_MS } from "./delivery-lanes.ts";
import type { AttemptFacts } from "./delivery-results.ts";

/** A delivery that its endpoint accepted. */
export interface DeliverySuccess {
  readonly claim: Pick<ClaimedDelivery, "id" | "lease">;
  readonly attempt: AttemptFacts;
  readonly now: Date;
}

/**
 * Saves many successful attempts in one statement, with the same effect as `saveDeliveryResult` for each. Most attempts
 * succeed, and a transaction for each would cost more than the rest of their work. A delivery may occur only once.
 *
 * @returns for each success whether it was saved: false when its claim has expired or the webhook was deleted
 */
export async function saveDeliverySuccesses(
  database: Queryable,
  successes: readonly DeliverySuccess[],
): Promise<boolean[]> {
  const results = toTable(
    successes,
    [
      ["id", "text", ({ claim }) => claim.id],
      ["lease", "bigint", ({ claim }) => claim.lease],
      ["started_at", "timestamptz", ({ attempt }) => attempt.startedAt],
      ["finished_at", "timestamptz", ({ now }) => now],
      ["latency_ms", "int", ({ attempt }) => attempt.latencyMs],
      ["status", "int", ({ attempt }) => attempt.status],
      ["detail", "text", ({ attempt }) => attempt.detail],
      ["answer", "bytea", ({ attempt }) => attempt.answer],
    ],
    { alias: "r", after: 1 },
  );
  const rows = await database.query<{ id: string }>(
    `WITH done AS (
       UPDATE webhook_deliveries d SET attempts = attempts + 1, series_attempts = series_attempts + 1,
         ${clearClaim}, next_attempt_at = NULL, status = 'delivered', finished_at = r.finished_at
       FROM ${results.sql}
       WHERE d.id = r.id AND d.lease = r.lease AND d.status = 'delivering'
       RETURNING d.id, d.webhook_id, d.attempts, d.is_test, r.started_at, r.finished_at, r.latency_ms,
         r.status AS answer_status, r.detail, r.answer
     ), logged AS (
       INSERT INTO webhook_attempts (delivery_id, number, started_at, latency_ms, status, detail, answer)
       SELECT id, attempts, started_at, latency_ms, answer_status, detail, answer FROM done
     ), latest AS (
       SELECT webhook_id, max(finished_at) AS last, (array_agg(latency_ms ORDER BY finished_at DESC))[1] > $1 AS is_slow
       FROM done WHERE NOT is_test GROUP BY webhook_id
     ), locked AS (
       SELECT w.id FROM webhooks w JOIN latest j ON j.webhook_id = w.id ORDER BY w.id FOR NO KEY UPDATE OF w
     ), saved AS (
       UPDATE webhooks w SET slow = j.is_slow, last_triggered_at = greatest(w.last_triggered_at, j.last),
         failure_count = 0, first_failed_at = NULL
       FROM latest j JOIN locked l ON l.id = j.webhook_id WHERE w.id = l.id
     )
     SELECT id FROM done`,
    [SLOW_AFTER_MS, ...results.values],
  );
  const saved = new Set(rows.map(({ id }) => id));
  return successes.map(({ claim }) => saved.has(claim.id));
}
