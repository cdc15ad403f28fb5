import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";
import { foundReasons } from "./find-reasons.ts";
import { type AttentionReason, toSeverity, weightSql } from "./reasons.ts";

/**
 * How a reason changes:
 * - `open`: it was not there
 * - `reopen`: it is back within an hour
 * - `renew`: it was acknowledged, and is twice as bad now, or the acknowledgement is over: it is new again
 * - `update`: other figures
 * - `close`: it is no longer there
 * - `settle`: it has not been there for an hour, so its end is announced
 */
export type AttentionChangeKind = "open" | "reopen" | "renew" | "update" | "close" | "settle";

/** A reason of a domain that must be saved. */
export interface AttentionChange {
  readonly kind: AttentionChangeKind;
  /** Of the row; `null`: it is new. */
  readonly id: string | null;
  readonly domainId: string;
  readonly reason: AttentionReason;
  /** The last ones while it was there. */
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  readonly weight: number;
  /** The first UTC day of the problem; `null`: it began when it was found. */
  readonly since: string | null;
  readonly openedAt: Date | null;
  readonly closedAt: Date | null;
}

/** After this time a reason that ended is a new one when it comes back. */
const reopensFor = "interval '1 hour'";

/** Changes per call: a bound of its memory. */
export const ATTENTION_CHANGES_MAX = 20_000;

/** Compares what the organization's domains have at `now` with what is saved; reads only. At most 20,000 changes. */
export function readAttentionChanges(
  database: Queryable,
  organizationId: string,
  now: Date,
): Promise<AttentionChange[]> {
  return database.query<AttentionChange & Record<string, unknown>>(
    `WITH found AS MATERIALIZED (
       SELECT *, ${weightSql} AS weight FROM (${foundReasons}) AS reasons
     ), saved AS (
       SELECT * FROM attention WHERE organization_id = $1 AND NOT settled
         AND domain_id IN (SELECT id FROM domains WHERE ${isAlive})
     ), changes AS (
       SELECT CASE
           WHEN s.id IS NULL THEN 'open'
           WHEN s.closed_at <= $2::timestamptz - ${reopensFor} THEN 'settle'
           WHEN f.domain_id IS NULL THEN CASE WHEN s.closed_at IS NULL THEN 'close' END
           WHEN s.closed_at IS NOT NULL THEN 'reopen'
           WHEN ${toSeverity("f.reason", "f.value")} >= 2 * (${toSeverity("s.reason", "s.acknowledged_value")})
             OR s.acknowledged_until <= $2 THEN 'renew'
           WHEN (f.summary, f.value, f.threshold, f.weight, f.since)
             IS DISTINCT FROM (s.summary, s.value, s.threshold, s.weight, s.since)
             THEN 'update'
         END AS kind, s.id, domain_id, reason, coalesce(f.summary, s.summary) AS summary,
         coalesce(f.value, s.value) AS value, coalesce(f.threshold, s.threshold) AS threshold,
         coalesce(f.weight, s.weight) AS weight, coalesce(f.since, s.since)::text AS since, s.opened_at AS "openedAt", s.closed_at AS "closedAt"
       FROM found f FULL JOIN saved s USING (domain_id, reason)
     )
     SELECT kind, id, domain_id AS "domainId", reason, summary, value, threshold, weight, since, "openedAt", "closedAt"
     FROM changes WHERE kind IS NOT NULL ORDER BY domain_id, reason LIMIT ${ATTENTION_CHANGES_MAX}`,
    [organizationId, now],
  );
}
