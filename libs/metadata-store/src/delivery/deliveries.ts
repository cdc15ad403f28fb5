import type { Queryable } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";

/**
 * - `pending`: waits for its next attempt
 * - `delivering`: an attempt is in flight
 * - `delivered`, `exhausted`: finished, with or without success
 * - `held`: its webhook is not active; queued again when the webhook is enabled, given up after seven days
 */
export const deliveryStatuses = ["pending", "delivering", "delivered", "exhausted", "held"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event to be sent to one webhook. */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly webhookId: string;
  readonly status: DeliveryStatus;
  /** A sample sent on request: does not affect the webhook's health. */
  readonly isTest: boolean;
  /** Attempts so far, redeliveries included. */
  readonly attempts: number;
  /** `null` unless pending. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  /** `null` until delivered or exhausted. */
  readonly finishedAt: Date | null;
}

/** One request and its result. */
export interface DeliveryAttempt {
  /** From 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly latencyMs: number;
  /** HTTP status; `null` when no response began. */
  readonly status: number | null;
  /** `null` when the whole response arrived. */
  readonly error: string | null;
  readonly detail: string;
  /** Beginning of the response body, at most 4 KiB. */
  readonly answer: Uint8Array;
}

export interface DeliveryDetail extends Delivery {
  /** The bytes sent, the same in every attempt. */
  readonly body: Uint8Array;
  /** Latest first, at most 100. */
  readonly attemptLog: readonly DeliveryAttempt[];
}

interface DeliveryRow {
  id: string;
  event_id: string;
  event_type: string;
  webhook_id: string;
  status: DeliveryStatus;
  is_test: boolean;
  attempts: number;
  next_attempt_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
}

const columns = `d.id, d.event_id, e.type AS event_type, d.webhook_id, d.status, d.is_test, d.attempts, d.created_at,
  d.finished_at, CASE WHEN d.status = 'pending' THEN d.next_attempt_at END AS next_attempt_at`;

/** Maximum number of pending deliveries of one webhook. */
export const QUEUED_MAX = 10_000;

/** SQL: whether the webhook `w` subscribes to the event `e`. */
export const isWanted = "e.type = ANY(w.events) AND (w.include_unauthenticated OR NOT e.unauthenticated)";

/** SQL for the number of free places in a webhook's queue. `$2` is the limit; the count stops there. */
export function freePlacesOf(webhookId: string): string {
  return `greatest(0, $2::int - (SELECT count(*) FROM (
    SELECT 1 FROM webhook_deliveries q WHERE q.webhook_id = ${webhookId} AND q.status = 'pending' LIMIT $2::int
  ) AS queued))`;
}

/**
 * Queues events for every active webhook of their organization that subscribes to their type. Repeating it queues nothing
 * twice. When a webhook's queue is full, the newest events are left out: the webhook records since when and how many, and
 * `recoverDeliveries` queues them later. After a crash an event may be counted as missed twice.
 *
 * @returns how many deliveries are new
 */
export async function createDeliveries(
  database: Queryable,
  eventIds: readonly string[],
  { now, limit = QUEUED_MAX }: { readonly now: Date; readonly limit?: number | undefined },
): Promise<number> {
  // `queues` is materialized: otherwise a webhook's queue is counted again for each of its new deliveries.
  const rows = await database.query(
    `WITH wanted AS (
       SELECT e.id AS event_id, e.organization_id, e.created_at AS happened_at, w.id AS webhook_id,
         row_number() OVER (PARTITION BY w.id ORDER BY e.sequence) AS place
       FROM events e JOIN webhooks w ON w.organization_id = e.organization_id AND w.active AND ${isWanted}
       WHERE e.id = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND d.webhook_id = w.id)
     ), queues AS MATERIALIZED (
       SELECT u.webhook_id, ${freePlacesOf("u.webhook_id")} AS room FROM (SELECT DISTINCT webhook_id FROM wanted) u
     ), placed AS (
       SELECT n.*, n.place <= q.room AS has_room FROM wanted n JOIN queues q USING (webhook_id)
     ), missed AS (
       UPDATE webhooks w SET missed_since = least(w.missed_since, m.since), missed_events = w.missed_events + m.total
       FROM (SELECT webhook_id, min(happened_at) AS since, count(*) AS total FROM placed WHERE NOT has_room GROUP BY 1) m
       WHERE w.id = m.webhook_id
     )
     INSERT INTO webhook_deliveries (id, event_id, webhook_id, organization_id, status, next_attempt_at, created_at)
     SELECT ${deliveryId("event_id", "webhook_id")}, event_id, webhook_id, organization_id, 'pending', $3, $3
     FROM placed WHERE has_room ORDER BY event_id, webhook_id ON CONFLICT DO NOTHING RETURNING 1`,
    [eventIds, limit, now],
  );
  return rows.length;
}

/** SQL for a delivery's id: derived from the event and the webhook, so that every process computes the same id. */
export function deliveryId(eventId: string, webhookId: string): string {
  return `'del_' || left(encode(sha256(convert_to(${eventId} || ' ' || ${webhookId}, 'UTF8')), 'hex'), 32)`;
}

/** Which deliveries a list or a count is about. */
export interface DeliveryFilter {
  readonly eventType?: string;
  /** Queued at this time or later. */
  readonly since?: Date;
  /** Queued before this time. */
  readonly until?: Date;
  /** Only of events about these domains. */
  readonly domainIds?: readonly string[];
}

export interface ListDeliveriesOptions extends DeliveryFilter, PageRequest {
  readonly status?: DeliveryStatus;
}

/** Deliveries of a webhook, newest first; empty for another organization's webhook. */
export async function listDeliveries(
  database: Queryable,
  organizationId: string,
  options: ListDeliveriesOptions & { readonly webhookId: string },
): Promise<Page<Delivery>> {
  const { webhookId, status = null, eventType = null, since = null, until = null, domainIds = null } = options;
  const list = {
    columns,
    from: `webhook_deliveries d JOIN events e ON e.id = d.event_id
      WHERE d.organization_id = $1 AND d.webhook_id = $2 AND ($3::text IS NULL OR d.status = $3)
        AND ($4::text IS NULL OR e.type = $4) AND d.created_at >= coalesce($5::timestamptz, '-infinity')
        AND d.created_at < coalesce($6::timestamptz, 'infinity') AND ($7::text[] IS NULL OR e.domain_id = ANY($7))`,
    order: "d.created_at DESC, d.id DESC",
    values: [organizationId, webhookId, status, eventType, since, until, domainIds],
  };
  const { items, total } = await readPage<DeliveryRow>(database, list, options);
  return { items: items.map(toDelivery), total };
}

/** Identifies a delivery of an organization. */
export interface DeliveryKey {
  readonly webhookId: string;
  readonly deliveryId: string;
}

const ATTEMPTS_SHOWN = 100;

/** `null` when the organization's webhook has no such delivery. */
export async function readDelivery(
  database: Queryable,
  organizationId: string,
  key: DeliveryKey,
): Promise<DeliveryDetail | null> {
  const [row] = await database.query<DeliveryRow & { body: Buffer }>(
    `SELECT ${columns}, e.body FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.organization_id = $1 AND d.webhook_id = $2 AND d.id = $3`,
    [organizationId, key.webhookId, key.deliveryId],
  );
  if (row === undefined) return null;
  const attemptLog = await database.query<DeliveryAttempt>(
    `SELECT number, started_at AS "startedAt", latency_ms AS "latencyMs", status, error, detail, answer
     FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number DESC LIMIT $2`,
    [row.id, ATTEMPTS_SHOWN],
  );
  return { ...toDelivery(row), body: row.body, attemptLog };
}

/** Counts unfinished deliveries by status, over all organizations: for the operator. */
export async function countOpenDeliveries(database: Queryable): Promise<Map<DeliveryStatus, number>> {
  const rows = await database.query<{ status: DeliveryStatus; total: number }>(
    `SELECT 'pending' AS status, count(*)::int AS total FROM webhook_deliveries WHERE status = 'pending'
     UNION ALL SELECT 'delivering', count(*)::int FROM webhook_deliveries WHERE status = 'delivering'
     UNION ALL SELECT 'held', count(*)::int FROM webhook_deliveries WHERE status = 'held'`,
  );
  return new Map(rows.map(({ status, total }) => [status, total]));
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    webhookId: row.webhook_id,
    status: row.status,
    isTest: row.is_test,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
