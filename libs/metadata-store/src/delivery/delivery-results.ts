import type { Queryable } from "@ruaflow/postgres";
import { type ClaimedDelivery, SLOW_AFTER_MS } from "./delivery-claims.ts";

/** A request that was made. */
export interface AttemptFacts {
  readonly startedAt: Date;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly detail: string;
  /** At most 4 KiB. */
  readonly answer: Uint8Array;
}

/** What follows: `gone` when the receiver wants nothing any more, which ends the delivery and disables its webhook. */
export type DeliveryStep =
  | { readonly kind: "delivered" | "exhausted" | "gone" }
  | { readonly kind: "retry"; readonly at: Date };

/** What a result did. */
export interface SavedResult {
  /** False when the claim had run out, or the webhook is gone: nothing was saved. */
  readonly saved: boolean;
  /** Why this result has disabled the webhook; `null` when it has not. */
  readonly disabledReason: string | null;
}

/** When a webhook is disabled because its deliveries keep failing. */
export interface DisableRule {
  /** Deliveries in a row that were given up, at least 1. */
  readonly failures: number;
  /** Least time from the first of them to the last, in hours: one bad night does not disable. 0: no span. */
  readonly hours: number;
}

/** What an attempt came to. */
export interface DeliveryResult {
  readonly attempt: AttemptFacts;
  readonly step: DeliveryStep;
  readonly now: Date;
  readonly disableAfter: DisableRule;
}

const GONE = "The endpoint answered 410 Gone.";

function describeFailing({ failures, hours }: DisableRule): string {
  const count = failures === 1 ? "1 delivery" : `${failures} deliveries in a row`;
  const span = hours === 0 ? "" : `, over at least ${hours} ${hours === 1 ? "hour" : "hours"}`;
  return `${count} failed after all retries${span}.`;
}

/**
 * Saves an attempt and what follows from it for the delivery and its webhook, in one statement. What becomes of a sample
 * changes nothing about its webhook.
 */
export async function saveDeliveryResult(
  database: Queryable,
  { id, lease }: Pick<ClaimedDelivery, "id" | "lease">,
  { attempt, step, now, disableAfter }: DeliveryResult,
): Promise<SavedResult> {
  const rows = await database.query<{ disabled_reason: string | null }>(
    `WITH done AS (
       UPDATE webhook_deliveries SET attempts = attempts + 1, series_attempts = series_attempts + 1, lease = NULL,
         lease_until = NULL, next_attempt_at = $4,
         status = CASE $3 WHEN 'retry' THEN 'pending' WHEN 'delivered' THEN 'delivered' ELSE 'exhausted' END,
         finished_at = CASE WHEN $3 <> 'retry' THEN $5::timestamptz END
       WHERE id = $1 AND lease = $2 AND status = 'delivering' RETURNING id, webhook_id, attempts, is_test
     ), logged AS (
       INSERT INTO webhook_attempts (delivery_id, number, started_at, latency_ms, status, error, detail, answer)
       SELECT id, attempts, $6, $7, $8, $9, $10, $11 FROM done
     ), judged AS (
       SELECT w.id, CASE WHEN NOT w.active THEN NULL WHEN $3 = 'gone' THEN $12
         WHEN $3 = 'exhausted' AND w.failure_count + 1 >= $14
         AND coalesce(w.first_failed_at, $5) <= $5::timestamptz - make_interval(hours => $15) THEN $13::text END AS reason
       FROM webhooks w JOIN done ON w.id = done.webhook_id AND NOT done.is_test FOR NO KEY UPDATE OF w
     ), saved AS (
       UPDATE webhooks w SET slow = $16, active = w.active AND j.reason IS NULL,
         disabled_reason = coalesce(j.reason, w.disabled_reason),
         last_triggered_at = CASE WHEN $3 = 'delivered' THEN greatest(w.last_triggered_at, $5) ELSE w.last_triggered_at END,
         failure_count = CASE $3 WHEN 'delivered' THEN 0 WHEN 'retry' THEN w.failure_count ELSE w.failure_count + 1 END,
         first_failed_at = CASE $3 WHEN 'delivered' THEN NULL WHEN 'retry' THEN w.first_failed_at
           ELSE coalesce(w.first_failed_at, $5) END
       FROM judged j WHERE w.id = j.id AND ($3 <> 'retry' OR w.slow <> $16)
     )
     SELECT j.reason AS disabled_reason FROM done LEFT JOIN judged j ON j.id = done.webhook_id`,
    [
      id,
      lease,
      step.kind,
      step.kind === "retry" ? step.at : null,
      now,
      attempt.startedAt,
      attempt.latencyMs,
      attempt.status,
      attempt.error,
      attempt.detail,
      Buffer.from(attempt.answer),
      GONE,
      describeFailing(disableAfter),
      disableAfter.failures,
      disableAfter.hours,
      attempt.latencyMs > SLOW_AFTER_MS,
    ],
  );
  return { saved: rows.length > 0, disabledReason: rows[0]?.disabled_reason ?? null };
}
