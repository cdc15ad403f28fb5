import type { Queryable } from "@ruaflow/postgres";
import type { Channel } from "@ruaflow/report";
import { pruneSubmissions } from "./domain-submissions.ts";

/** A submission with reports that waited for the verification of their domain. */
export interface HeldSubmission {
  readonly id: string;
  /** The organization whose claim was verified. */
  readonly organizationId: string;
  readonly channel: Channel;
  readonly name: string;
  readonly receivedAt: Date;
  /** Positions of the reports that waited; the others in the submission have a final outcome. */
  readonly entries: readonly number[];
}

interface HeldRow {
  id: string;
  organization_id: string;
  channel: Channel;
  name: string;
  received_at: Date;
  entries: number[];
}

/**
 * After this time a claimed submission is available again, because its process has probably died. If the process was only
 * slow, the report is in the log twice and counts once.
 */
const leaseFor = "interval '1 minute'";
/** After this time every process that checked a domain before its verification has saved the held report. */
const stragglersFor = "interval '10 minutes'";
const heldFor = "interval '30 days'";
const EXPIRED_AT_ONCE = 1000;

/**
 * Claims submissions whose reports no longer need to wait; no other process can claim them for one minute. Their reports
 * stay `held` until `saveArrivals` saves a new outcome.
 */
export async function claimHeldSubmissions(database: Queryable, submissionsMax: number): Promise<HeldSubmission[]> {
  const rows = await database.query<HeldRow>(
    `WITH due AS (
       SELECT a.submission_id, a.entry FROM domains d JOIN arrivals a ON a.domain_id = d.id AND a.outcome = 'held'
       WHERE d.releasing AND d.status = 'verified' AND (a.released_at IS NULL OR a.released_at < now() - ${leaseFor})
       ORDER BY a.domain_id, a.created_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED
     ), taken AS (
       UPDATE arrivals a SET released_at = now() FROM due
       WHERE a.submission_id = due.submission_id AND a.entry = due.entry
       RETURNING a.submission_id, a.entry, a.organization_id
     )
     SELECT s.id, t.organization_id, s.channel, s.name, s.received_at, array_agg(t.entry ORDER BY t.entry) AS entries
     FROM taken t JOIN submissions s ON s.id = t.submission_id
     GROUP BY s.id, t.organization_id, s.channel, s.name, s.received_at ORDER BY s.received_at, s.id`,
    [submissionsMax],
  );
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    channel: row.channel,
    name: row.name,
    receivedAt: row.received_at,
    entries: row.entries,
  }));
}

/** Ends the release of domains without waiting reports. */
export async function finishReleases(database: Queryable): Promise<void> {
  await database.query(
    `UPDATE domains d SET releasing = false WHERE releasing AND (status <> 'verified' OR (
       verified_at < now() - ${stragglersFor}
       AND NOT EXISTS (SELECT 1 FROM arrivals WHERE domain_id = d.id AND outcome = 'held')))`,
  );
}

/** Deletes at most 1,000 reports that have waited for 30 days, with their bytes, and returns how many. */
export async function expireHeldReports(database: Queryable): Promise<number> {
  const rows = await database.query<{ submission_id: string }>(
    `DELETE FROM arrivals WHERE (submission_id, entry) IN (
       SELECT submission_id, entry FROM arrivals WHERE outcome = 'held' AND created_at < now() - ${heldFor}
       LIMIT ${EXPIRED_AT_ONCE}
     ) AND outcome = 'held' RETURNING submission_id`,
  );
  await pruneSubmissions(
    database,
    rows.map(({ submission_id }) => submission_id),
  );
  return rows.length;
}
