import type { Database, Queryable } from "@ruaflow/postgres";
import type { SecretBox } from "../tenants/secret-box.ts";
import { type ChosenDelivery, chooseDue, moveToSlowLane, SLOW_AFTER_MS } from "./delivery-lanes.ts";

/** SQL assignments that release a delivery's claim. */
export const clearClaim = "lease = NULL, lease_until = NULL, lane = NULL";

/** A delivery that this process must attempt now. */
export interface ClaimedDelivery {
  readonly id: string;
  /** Number of this claim: a result is saved only with the current number. */
  readonly lease: bigint;
  readonly eventId: string;
  readonly eventType: string;
  readonly organizationId: string;
  readonly webhookId: string;
  readonly url: string;
  /**
   * Decrypts the secrets to sign with, newest first. Called only when they are needed, so that a secret that cannot be
   * decrypted stops only its own delivery.
   */
  openSecrets(): readonly string[];
  readonly body: Uint8Array;
  /** A sample, delivered again. */
  readonly isTest: boolean;
  /** Failed attempts of this series so far: 0 for the first attempt. */
  readonly retries: number;
}

export interface ClaimOptions {
  readonly now: Date;
  /** When no result is saved within this time, another process may claim the delivery. */
  readonly leaseMs: number;
  /** Maximum number of first attempts and of retries. Limited separately, so that neither starves the other. */
  readonly firstAttemptsMax: number;
  readonly retriesMax: number;
}

/** Serializes claims, so that the limits hold over all processes. "rcla" in ASCII. */
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
  is_test: boolean;
  series_attempts: number;
}

/**
 * Claims due deliveries, oldest first, within the limits of each webhook and organization: a long queue does not get more
 * than its share. Expired claims are released first. With nothing queued or in flight it costs one index lookup.
 */
export async function claimDeliveries(
  database: Database,
  box: SecretBox,
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  // Ordered as their indexes are: otherwise PostgreSQL may read the table, in which almost everything is finished.
  const open = await database.query(
    `(SELECT 1 FROM webhook_deliveries WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
     UNION ALL (SELECT 1 FROM webhook_deliveries WHERE status = 'delivering' ORDER BY webhook_id LIMIT 1)`,
  );
  if (open.length === 0) return [];
  const rows = await database.transaction(async (transaction) => {
    await transaction.query("SELECT pg_advisory_xact_lock($1)", [CLAIM_LOCK]);
    await transaction.query(
      `UPDATE webhook_deliveries SET status = 'pending', ${clearClaim} WHERE status = 'delivering' AND lease_until <= $1`,
      [options.now],
    );
    await moveToSlowLane(transaction, new Date(options.now.getTime() + options.leaseMs - SLOW_AFTER_MS));
    const chosen = await chooseDue(transaction, options);
    return chosen.length === 0 ? [] : lease(transaction, chosen, options);
  });
  return rows.map((row) => toClaimed(row, box));
}

async function lease(transaction: Queryable, chosen: readonly ChosenDelivery[], { now, leaseMs }: ClaimOptions) {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return transaction.query<ClaimedRow>(
    `UPDATE webhook_deliveries d
     SET status = 'delivering', lease = nextval('delivery_leases'), lease_until = $3, lane = c.lane
     FROM unnest($1::text[], $2::text[]) AS c (id, lane), events e, webhooks w
     WHERE d.id = c.id AND e.id = d.event_id AND w.id = d.webhook_id
     RETURNING d.id, d.lease, d.event_id, e.type AS event_type, d.organization_id, d.webhook_id, w.url, w.sealed_secret,
       CASE WHEN w.previous_secret_until > $4 THEN w.sealed_previous_secret END AS sealed_previous_secret, e.body,
       d.is_test, d.series_attempts`,
    [chosen.map(({ id }) => id), chosen.map(({ lane }) => lane), leaseUntil, now],
  );
}

/** Releases claims whose attempt was not made, or whose result was not awaited: they are due at once. */
export async function releaseClaims(database: Queryable, claims: readonly ClaimedDelivery[]): Promise<void> {
  await database.query(
    `UPDATE webhook_deliveries d SET status = 'pending', ${clearClaim}
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
    isTest: row.is_test,
    retries: row.series_attempts,
  };
}
