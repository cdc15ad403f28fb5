import type { Queryable } from "@ruaflow/postgres";
import type { Channel } from "@ruaflow/report";
import { pruneSubmissions } from "./domain-submissions.ts";
import { adoptUnclaimedReports, refuseUnclaimedReports } from "./unclaimed-reports.ts";

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
/** How long a report waits for the verification of its domain. */
export const HELD_DAYS = 30;
const DAY_MS = 86_400_000;
const EXPIRED_AT_ONCE = 1000;

/**
 * Claims submissions whose reports no longer need to wait; no other process can claim them for one minute. Their reports
 * stay `held` until `saveArrivals` saves a new outcome.
 */
export async function claimHeldSubmissions(database: Queryable, submissionsMax: number): Promise<HeldSubmission[]> {
  await adoptUnclaimedReports(database);
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
  await adoptUnclaimedReports(database);
  await database.query(
    `UPDATE domains d SET releasing = false WHERE releasing AND (status <> 'verified' OR (
       verified_at < now() - ${stragglersFor}
       AND NOT EXISTS (SELECT 1 FROM arrivals WHERE domain_id = d.id AND outcome = 'held')))`,
  );
}

/**
 * Ends the wait of up to 1,000 reports of each kind that have waited for 30 days, and returns how many it were. Those of a claim
 * are deleted with their bytes. Those on a domain that was never claimed are refused, so that a replay can still read them.
 */
export async function expireHeldReports(database: Queryable, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - HELD_DAYS * DAY_MS);
  return (await deleteHeldReports(database, before)) + (await refuseUnclaimedReports(database, before));
}

/** A report whose release is only late is not deleted. */
async function deleteHeldReports(database: Queryable, before: Date): Promise<number> {
  const rows = await database.query<{ submission_id: string }>(
    `DELETE FROM arrivals WHERE (submission_id, entry) IN (
       SELECT submission_id, entry FROM arrivals a
       WHERE outcome = 'held' AND domain_id IS NOT NULL AND created_at < $1
         AND NOT EXISTS (SELECT 1 FROM domains d WHERE d.id = a.domain_id AND d.releasing AND d.status = 'verified')
       LIMIT ${EXPIRED_AT_ONCE}
     ) AND outcome = 'held' RETURNING submission_id`,
    [before],
  );
  await pruneSubmissions(
    database,
    rows.map(({ submission_id }) => submission_id),
  );
  return rows.length;
}

/** Reports that wait for their domain. */
export interface HeldCount {
  /** False: their organization has not even claimed the domain. */
  readonly isClaimed: boolean;
  readonly reports: number;
  /** Since when the oldest one waits; `null`: none waits. */
  readonly oldestAt: Date | null;
}

/** Counts the reports that wait for their domain, for the operator. */
export async function countHeldReports(database: Queryable): Promise<HeldCount[]> {
  const rows = await database.query<HeldCount & Record<string, unknown>>(
    `SELECT domain_id IS NOT NULL AS "isClaimed", count(*)::float8 AS reports, min(created_at) AS "oldestAt"
     FROM arrivals WHERE outcome = 'held' GROUP BY 1`,
  );
  return [true, false].map(
    (isClaimed) => rows.find((row) => row.isClaimed === isClaimed) ?? { isClaimed, reports: 0, oldestAt: null },
  );
}
