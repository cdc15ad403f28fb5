import type { Queryable } from "@ruaflow/postgres";
import type { DeliveryFilter, DeliveryStatus } from "./deliveries.ts";

export interface StatusCount {
  readonly webhookId: string;
  readonly status: DeliveryStatus;
  readonly deliveries: number;
  /** When the oldest of them was queued. */
  readonly oldestAt: Date;
}

export interface CountDeliveriesOptions extends DeliveryFilter {
  /** Finished deliveries of one webhook that are read, the newest first. */
  readonly finishedMax: number;
}

/**
 * How many deliveries each webhook of an organization has in each status; a status without any has no entry. What is not
 * finished is counted whatever its age; of what is, at most the newest `finishedMax` of each webhook.
 */
export function countDeliveries(
  database: Queryable,
  organizationId: string,
  { finishedMax, ...filter }: CountDeliveriesOptions,
): Promise<StatusCount[]> {
  const { eventType = null, since = null, until = null, domainIds = null } = filter;
  return database.query<StatusCount & Record<string, unknown>>(
    `SELECT w.id AS "webhookId", d.status, count(*)::int AS deliveries, min(d.created_at) AS "oldestAt"
     FROM webhooks w CROSS JOIN LATERAL (${[...open, finished].join(" UNION ALL ")}) AS d
     WHERE w.organization_id = $1 GROUP BY w.id, d.status`,
    [organizationId, eventType, since, until, domainIds, finishedMax],
  );
}

const ofFilter = `d.webhook_id = w.id AND d.organization_id = $1
  AND d.created_at >= coalesce($3::timestamptz, '-infinity') AND d.created_at < coalesce($4::timestamptz, 'infinity')
  AND (($2::text IS NULL AND $5::text[] IS NULL) OR EXISTS (
    SELECT 1 FROM events e WHERE e.id = d.event_id AND ($2::text IS NULL OR e.type = $2)
      AND ($5::text[] IS NULL OR e.domain_id = ANY($5))))`;

/** Each of these has an index of its own. */
const open = ["pending", "delivering", "held"].map(
  (status) => `(SELECT d.status, d.created_at FROM webhook_deliveries d WHERE d.status = '${status}' AND ${ofFilter})`,
);

const finished = `(SELECT d.status, d.created_at FROM webhook_deliveries d
  WHERE d.status IN ('delivered', 'exhausted') AND ${ofFilter} ORDER BY d.created_at DESC LIMIT $6)`;
