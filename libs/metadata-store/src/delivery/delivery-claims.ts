import type { Database, Queryable } from "@ruaflow/postgres";
import type { SecretBox } from "../tenants/secret-box.ts";

/** Attempts that take longer make an endpoint slow. */
export const SLOW_AFTER_MS = 5000;

/** A delivery that this process is to attempt now. */
export interface ClaimedDelivery {
  readonly id: string;
  /** Number of this claim: the result is taken only with it. */
  readonly lease: bigint;
  readonly eventId: string;
  readonly eventType: string;
  readonly organizationId: string;
  readonly webhookId: string;
  readonly url: string;
  /**
   * Opens the secrets to sign with, the newest first. Only when they are needed, so that one that cannot be opened stops
   * its own delivery and no other.
   */
  openSecrets(): readonly string[];
  readonly body: Uint8Array;
  /** Failed attempts of this series so far: 0 for the first attempt. */
  readonly retries: number;
}

export interface ClaimOptions {
  readonly now: Date;
  /** A claim whose result does not come in this time is made again by somebody else. */
  readonly leaseMs: number;
  /** How many first attempts, and how many retries, this process can take. Apart, so that neither starves the other. */
  readonly firstAttemptsMax: number;
  readonly retriesMax: number;
}

/** Requests under way at a time, over all processes. */
const IN_FLIGHT_PER_WEBHOOK = 4;
/**
 * Of an organization: to each webhook that is not slow a first one, and further ones; and to those that are slow. Apart, so
 * that endpoints that hang leave the organization's other ones their turn: also until it is known that they do.
 */
const inFlightPerOrganization = { first: 24, further: 8, slow: 8 };

/** Claims take turns, so that the limits hold over all processes. "rcla" in ASCII. */
const CLAIM_LOCK = 0x72636c61;

interface ClaimedRow {
  id: string;
  lease: string;
  event_id: string;
  event_type: string;
  organization_id: string;
  webhook_id: string;
  url: string;
  sealed_secret: Buffer | null;
  sealed_previous_secret: Buffer | null;
  body: Buffer;
  series_attempts: number;
}

/**
 * Claims what is due, oldest first, within the limits of each webhook and organization: however much one of them has
 * queued, it gets no more than its share. Claims that have run out come back first. With
 * nothing queued or under way it costs one look into an index.
 */
export async function claimDeliveries(
  database: Database,
  box: SecretBox,
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const open = await database.query(
    `SELECT 1 FROM webhook_deliveries WHERE status = 'pending'
     UNION ALL SELECT 1 FROM webhook_deliveries WHERE status = 'delivering' LIMIT 1`,
  );
  if (open.length === 0) return [];
  const rows = await database.transaction(async (transaction) => {
    await transaction.query("SELECT pg_advisory_xact_lock($1)", [CLAIM_LOCK]);
    await transaction.query(
      `UPDATE webhook_deliveries SET status = 'pending', lease = NULL, lease_until = NULL
       WHERE status = 'delivering' AND lease_until <= $1`,
      [options.now],
    );
    const ids = await chooseDue(transaction, options);
    return ids.length === 0 ? [] : lease(transaction, ids, options);
  });
  return rows.map((row) => toClaimed(row, box));
}

/**
 * A webhook is slow when its last attempt was, or when one that is under way takes long: its lease ends sooner than that of
 * a claim that young ones have.
 *
 * Goes from webhook to webhook in the index, not over the queue: one webhook's ten thousand cost as much as another's one.
 */
async function chooseDue(transaction: Queryable, options: ClaimOptions): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    `WITH RECURSIVE queued (webhook_id) AS (
       SELECT min(webhook_id) FROM webhook_deliveries WHERE status = 'pending'
       UNION ALL
       SELECT (SELECT min(d.webhook_id) FROM webhook_deliveries d WHERE d.status = 'pending' AND d.webhook_id > q.webhook_id)
       FROM queued q WHERE q.webhook_id IS NOT NULL
     ), busy AS (
       SELECT webhook_id, organization_id, total, slow,
         CASE WHEN slow THEN ARRAY[0, 0, total] ELSE ARRAY[1, total - 1, 0] END AS by_kind
       FROM (
         SELECT d.webhook_id, d.organization_id, count(*) AS total, w.slow OR bool_or(d.lease_until <= $6) AS slow
         FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE d.status = 'delivering'
         GROUP BY d.webhook_id, d.organization_id, w.slow
       ) AS under_way
     ), candidates AS (
       SELECT d.id, d.is_retry, d.next_attempt_at, w.organization_id, CASE WHEN coalesce(b.slow, w.slow) THEN 3 ELSE least(2,
         coalesce(b.total, 0) + row_number() OVER (PARTITION BY w.id ORDER BY d.next_attempt_at, d.id)) END AS kind
       FROM queued q JOIN webhooks w ON w.id = q.webhook_id AND w.active LEFT JOIN busy b ON b.webhook_id = w.id, LATERAL (
         SELECT id, next_attempt_at, series_attempts > 0 AS is_retry FROM webhook_deliveries
         WHERE webhook_id = w.id AND status = 'pending' AND next_attempt_at <= $1 ORDER BY next_attempt_at
         LIMIT greatest(0, CASE WHEN coalesce(b.slow, w.slow) THEN 1 ELSE $2::int END - coalesce(b.total, 0))
         FOR UPDATE SKIP LOCKED
       ) d
     ), due AS (
       SELECT id, is_retry, next_attempt_at, kind, row_number() OVER (
           PARTITION BY organization_id, kind ORDER BY is_retry, next_attempt_at, id
         ) + (
           SELECT coalesce(sum(b.by_kind[kind]), 0) FROM busy b WHERE b.organization_id = candidates.organization_id
         ) AS place FROM candidates
     ), placed AS (
       SELECT id, is_retry, row_number() OVER (PARTITION BY is_retry ORDER BY next_attempt_at, id) AS place
       FROM due WHERE place <= ($3::int[])[kind]
     )
     SELECT id FROM placed WHERE place <= CASE WHEN is_retry THEN $5::int ELSE $4::int END`,
    [
      options.now,
      IN_FLIGHT_PER_WEBHOOK,
      [inFlightPerOrganization.first, inFlightPerOrganization.further, inFlightPerOrganization.slow],
      options.firstAttemptsMax,
      options.retriesMax,
      new Date(options.now.getTime() + options.leaseMs - SLOW_AFTER_MS),
    ],
  );
  return rows.map(({ id }) => id);
}

async function lease(transaction: Queryable, ids: readonly string[], { now, leaseMs }: ClaimOptions) {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return transaction.query<ClaimedRow>(
    `UPDATE webhook_deliveries d SET status = 'delivering', lease = nextval('delivery_leases'), lease_until = $2
     FROM events e, webhooks w WHERE d.id = ANY($1) AND e.id = d.event_id AND w.id = d.webhook_id
     RETURNING d.id, d.lease, d.event_id, e.type AS event_type, d.organization_id, d.webhook_id, w.url, w.sealed_secret,
       CASE WHEN w.previous_secret_until > $3 THEN w.sealed_previous_secret END AS sealed_previous_secret, e.body,
       d.series_attempts`,
    [ids, leaseUntil, now],
  );
}

/** Gives claims back whose attempt was not made or not awaited: they are due at once. */
export async function giveBackDeliveries(database: Queryable, claims: readonly ClaimedDelivery[]): Promise<void> {
  await database.query(
    `UPDATE webhook_deliveries d SET status = 'pending', lease = NULL, lease_until = NULL
     FROM unnest($1::text[], $2::bigint[]) AS c (id, lease)
     WHERE d.id = c.id AND d.lease = c.lease AND d.status = 'delivering'`,
    [claims.map(({ id }) => id), claims.map(({ lease }) => lease)],
  );
}

function toClaimed(row: ClaimedRow, box: SecretBox): ClaimedDelivery {
  const sealed = [row.sealed_secret, row.sealed_previous_secret].filter((secret) => secret !== null);
  return {
    id: row.id,
    lease: BigInt(row.lease),
    eventId: row.event_id,
    eventType: row.event_type,
    organizationId: row.organization_id,
    webhookId: row.webhook_id,
    url: row.url,
    openSecrets: () => sealed.map((secret) => box.open(row.webhook_id, secret)),
    body: row.body,
    retries: row.series_attempts,
  };
}
