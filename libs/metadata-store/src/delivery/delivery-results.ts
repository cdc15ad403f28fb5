import type { Database, Queryable } from "@ruaflow/postgres";
import { type ClaimedDelivery, clearClaim } from "./delivery-claims.ts";
import { SLOW_AFTER_MS } from "./delivery-lanes.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A request that was sent. */
export interface AttemptFacts {
  readonly startedAt: Date;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly detail: string;
  /** At most 4 KiB. */
  readonly answer: Uint8Array;
}

/** What happens next. `gone`: the receiver answered 410, which ends the delivery and disables its webhook. */
export type DeliveryStep =
  | { readonly kind: "delivered" | "exhausted" | "gone" }
  | { readonly kind: "retry"; readonly at: Date };

/** The effect of a result. */
export interface SavedResult {
  /** False when the claim has expired or the webhook was deleted: nothing was saved. */
  readonly saved: boolean;
  /** Why this result disabled the webhook; `null` when it did not. */
  readonly disabledReason: string | null;
}

/** When to disable a webhook because its deliveries keep failing. */
export interface DisableRule {
  /** Number of consecutive deliveries given up, at least 1. */
  readonly failures: number;
  /** Minimum time from the first of them to the last, in hours, so that one bad night does not disable. 0: no minimum. */
  readonly hours: number;
}

/** The result of an attempt. */
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
 * Saves an attempt and its effect on the delivery and the webhook, in one transaction. A sample does not affect its
 * webhook.
 */
export async function saveDeliveryResult(
  database: Database,
  claim: Pick<ClaimedDelivery, "id" | "lease">,
  result: DeliveryResult,
): Promise<SavedResult> {
  return database.transaction(async (transaction) => {
    const delivery = await endAttempt(transaction, claim, result);
    if (delivery === undefined) return { saved: false, disabledReason: null };
    await insertAttempt(transaction, { deliveryId: claim.id, number: delivery.attempts }, result.attempt);
    if (delivery.is_test) return { saved: true, disabledReason: null };
    return { saved: true, disabledReason: await saveHealth(transaction, delivery.webhook_id, result) };
  });
}

interface DeliveryRow {
  webhook_id: string;
  attempts: number;
  is_test: boolean;
}

const statusAfter = { retry: "pending", delivered: "delivered", exhausted: "exhausted", gone: "exhausted" } as const;

/** `undefined` when the claim has expired or the webhook was deleted. */
async function endAttempt(
  transaction: Queryable,
  { id, lease }: Pick<ClaimedDelivery, "id" | "lease">,
  { step, now }: DeliveryResult,
): Promise<DeliveryRow | undefined> {
  const isRetry = step.kind === "retry";
  const [row] = await transaction.query<DeliveryRow>(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, series_attempts = series_attempts + 1, status = $3,
       next_attempt_at = $4, finished_at = $5, ${clearClaim}
     WHERE id = $1 AND lease = $2 AND status = 'delivering' RETURNING webhook_id, attempts, is_test`,
    [id, lease, statusAfter[step.kind], isRetry ? step.at : null, isRetry ? null : now],
  );
  return row;
}

interface HealthRow {
  active: boolean;
  slow: boolean;
  failure_count: number;
  first_failed_at: Date | null;
}

/** Counts the result for its webhook and disables one that keeps failing. Returns the reason, or `null`. */
async function saveHealth(transaction: Queryable, webhookId: string, result: DeliveryResult): Promise<string | null> {
  const { attempt, step, now } = result;
  const [health] = await transaction.query<HealthRow>(
    "SELECT active, slow, failure_count, first_failed_at FROM webhooks WHERE id = $1 FOR NO KEY UPDATE",
    [webhookId],
  );
  if (health === undefined) return null;
  const isSlow = attempt.latencyMs > SLOW_AFTER_MS;
  if (step.kind === "retry") {
    if (isSlow !== health.slow)
      await transaction.query("UPDATE webhooks SET slow = $2 WHERE id = $1", [webhookId, isSlow]);
    return null;
  }
  if (step.kind === "delivered") {
    await transaction.query(
      `UPDATE webhooks SET slow = $2, failure_count = 0, first_failed_at = NULL,
         last_triggered_at = greatest(last_triggered_at, $3) WHERE id = $1`,
      [webhookId, isSlow, now],
    );
    return null;
  }
  const failures = health.failure_count + 1;
  const failingSince = health.first_failed_at ?? now;
  const reason = health.active ? findDisableReason(result, { failures, failingSince }) : null;
  await transaction.query(
    `UPDATE webhooks SET slow = $2, failure_count = $3, first_failed_at = $4, active = active AND $5::text IS NULL,
       disabled_reason = coalesce($5, disabled_reason) WHERE id = $1`,
    [webhookId, isSlow, failures, failingSince, reason],
  );
  return reason;
}

function findDisableReason(
  { step, now, disableAfter }: DeliveryResult,
  { failures, failingSince }: { readonly failures: number; readonly failingSince: Date },
): string | null {
  if (step.kind === "gone") return GONE;
  const failingForMs = now.getTime() - failingSince.getTime();
  const isOver = failures >= disableAfter.failures && failingForMs >= disableAfter.hours * HOUR_MS;
  return isOver ? describeFailing(disableAfter) : null;
}

/** Identifies an attempt of a delivery. */
export interface AttemptKey {
  readonly deliveryId: string;
  /** From 1. */
  readonly number: number;
}

/** Saves one request of a delivery. */
export async function insertAttempt(
  transaction: Queryable,
  { deliveryId, number }: AttemptKey,
  { startedAt, latencyMs, status, error, detail, answer }: AttemptFacts,
): Promise<void> {
  await transaction.query(
    `INSERT INTO webhook_attempts (delivery_id, number, started_at, latency_ms, status, error, detail, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [deliveryId, number, startedAt, latencyMs, status, error, detail, answer],
  );
}
