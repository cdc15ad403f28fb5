import type { Queryable } from "@ruaflow/postgres";

/** An endpoint is slow when its last attempt took longer than this, or when an attempt in flight does. */
export const SLOW_AFTER_MS = 5000;

/**
 * Each attempt in flight has a lane: `first` for at most one attempt of each webhook, `further` for its others, `slow` for
 * attempts to a slow endpoint. Lanes keep hanging endpoints from using the capacity of their organization's other ones.
 */
export type Lane = "first" | "further" | "slow";

/** Maximum number of attempts in flight, over all processes. */
const IN_FLIGHT_PER_WEBHOOK = 4;
const IN_FLIGHT_PER_SLOW_WEBHOOK = 1;
const inFlightPerOrganization: Readonly<Record<Lane, number>> = { first: 24, further: 24, slow: 8 };

/** A due delivery within the limits. */
export interface ChosenDelivery {
  readonly id: string;
  readonly lane: Lane;
}

/**
 * Moves attempts in flight of slow endpoints to the slow lane, so that they free places in the other lanes.
 *
 * @param slowLease an attempt whose lease ends at this time or earlier has been in flight too long
 */
export async function moveToSlowLane(transaction: Queryable, slowLease: Date): Promise<void> {
  await transaction.query(
    `UPDATE webhook_deliveries SET lane = 'slow' WHERE status = 'delivering' AND lane <> 'slow' AND webhook_id IN (
       SELECT d.webhook_id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE d.status = 'delivering' AND (w.slow OR d.lease_until <= $1)
     )`,
    [slowLease],
  );
}

/** Webhooks with pending deliveries. It skips from webhook to webhook in the index, so the length of a queue costs nothing. */
const queuedWebhooks = `WITH RECURSIVE queued (webhook_id) AS (
  SELECT min(webhook_id) FROM webhook_deliveries WHERE status = 'pending'
  UNION ALL
  SELECT (SELECT min(d.webhook_id) FROM webhook_deliveries d WHERE d.status = 'pending' AND d.webhook_id > q.webhook_id)
  FROM queued q WHERE q.webhook_id IS NOT NULL
)`;

export interface DueOptions {
  readonly now: Date;
  /** Maximum number of first attempts and of retries. Limited separately, so that neither starves the other. */
  readonly firstAttemptsMax: number;
  readonly retriesMax: number;
}

/**
 * Chooses due deliveries, oldest first, within the limits of each webhook and of each organization's lanes. Only one
 * process at a time may call it, after `moveToSlowLane`.
 */
export function chooseDue(transaction: Queryable, options: DueOptions): Promise<ChosenDelivery[]> {
  return transaction.query<ChosenDelivery & Record<string, unknown>>(
    `${queuedWebhooks}, in_flight AS (
       SELECT webhook_id, count(*) AS total, bool_or(lane = 'first') AS has_first, bool_or(lane = 'slow') AS is_slow
       FROM webhook_deliveries WHERE status = 'delivering' GROUP BY webhook_id
     ), endpoints AS (
       SELECT w.id, w.organization_id, coalesce(u.total, 0) AS total, coalesce(u.has_first, false) AS has_first,
         w.slow OR coalesce(u.is_slow, false) AS is_slow
       FROM queued q JOIN webhooks w ON w.id = q.webhook_id AND w.active LEFT JOIN in_flight u ON u.webhook_id = w.id
     ), due AS (
       SELECT d.*, p.organization_id, CASE WHEN p.is_slow THEN 'slow' WHEN p.has_first OR d.turn > 1 THEN 'further'
         ELSE 'first' END AS lane
       FROM endpoints p, LATERAL (
         SELECT id, next_attempt_at, is_retry, row_number() OVER (ORDER BY next_attempt_at, id) AS turn FROM (
           SELECT id, next_attempt_at, series_attempts > 0 AS is_retry FROM webhook_deliveries
           WHERE webhook_id = p.id AND status = 'pending' AND next_attempt_at <= $1 ORDER BY next_attempt_at
           LIMIT greatest(0, CASE WHEN p.is_slow THEN $2::int ELSE $3::int END - p.total) FOR UPDATE SKIP LOCKED
         ) AS oldest
       ) d
     ), limits (lane, most) AS (VALUES ('first', $4::int), ('further', $5::int), ('slow', $6::int)
     ), taken AS (
       SELECT organization_id, lane, count(*) AS total FROM webhook_deliveries WHERE status = 'delivering' GROUP BY 1, 2
     ), fair AS (
       SELECT id, lane, is_retry, next_attempt_at, most - coalesce(t.total, 0) AS places,
         row_number() OVER (PARTITION BY d.organization_id, lane ORDER BY is_retry, next_attempt_at, id) AS place
       FROM due d JOIN limits USING (lane) LEFT JOIN taken t USING (organization_id, lane)
     ), placed AS (
       SELECT id, lane, is_retry, row_number() OVER (PARTITION BY is_retry ORDER BY next_attempt_at, id) AS place
       FROM fair WHERE place <= places
     )
     SELECT id, lane FROM placed WHERE place <= CASE WHEN is_retry THEN $8::int ELSE $7::int END`,
    [
      options.now,
      IN_FLIGHT_PER_SLOW_WEBHOOK,
      IN_FLIGHT_PER_WEBHOOK,
      inFlightPerOrganization.first,
      inFlightPerOrganization.further,
      inFlightPerOrganization.slow,
      options.firstAttemptsMax,
      options.retriesMax,
    ],
  );
}
