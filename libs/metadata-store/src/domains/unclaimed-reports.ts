import type { Queryable } from "@ruaflow/postgres";

/** SQL: an arrival that is held although its organization has not claimed the domain that it states. */
const isUnclaimed = "outcome = 'held' AND domain_id IS NULL";

/** Reports that one organization has waiting on domains that it has not claimed. */
export interface UnclaimedReports {
  readonly organizationId: string;
  readonly reports: number;
  /** Size of their submissions as they arrived, each counted once. */
  readonly bytes: number;
}

/** What organizations have waiting on unclaimed domains; those with nothing are missing. */
export async function readUnclaimedReports(database: Queryable): Promise<UnclaimedReports[]> {
  return database.query<UnclaimedReports & Record<string, unknown>>(
    `SELECT h.organization_id AS "organizationId", sum(h.reports)::float8 AS reports,
       coalesce(sum(s.size_bytes), 0)::float8 AS bytes
     FROM (
       SELECT organization_id, submission_id, count(*) AS reports FROM arrivals
       WHERE ${isUnclaimed} AND organization_id IS NOT NULL GROUP BY organization_id, submission_id
     ) AS h LEFT JOIN submissions s ON s.id = h.submission_id GROUP BY h.organization_id`,
  );
}

/**
 * Hands held reports to the domains that their own organization has verified since, to be released as theirs. Another
 * organization that verifies the same name gets none of them.
 */
export async function adoptUnclaimedReports(database: Queryable): Promise<void> {
  await database.query(
    `UPDATE arrivals a SET domain_id = d.id FROM domains d
     WHERE d.releasing AND d.status = 'verified' AND a.organization_id = d.organization_id AND ${isUnclaimed}
       AND reverse(a.domain) COLLATE "C" >= reverse(d.name) COLLATE "C"
       AND reverse(a.domain) COLLATE "C" < (reverse(d.name) || '/') COLLATE "C"
       AND (a.domain = d.name OR starts_with(reverse(a.domain), reverse(d.name) || '.'))`,
  );
}

/** Reports per statement. */
const REFUSED_AT_ONCE = 1000;

/**
 * Refuses up to 1,000 reports that have waited since before `before`. Their bytes stay as those of all refused reports do,
 * for a replay once the domain is there.
 *
 * @returns how many
 */
export async function refuseUnclaimedReports(database: Queryable, before: Date): Promise<number> {
  const rows = await database.query(
    `UPDATE arrivals SET outcome = 'refused',
       detail = 'The domain ' || domain || ' was not verified while the report was held. Add and verify it, then replay this submission.'
     WHERE (submission_id, entry) IN (
       SELECT submission_id, entry FROM arrivals WHERE ${isUnclaimed} AND created_at < $1 LIMIT ${REFUSED_AT_ONCE}
     ) AND ${isUnclaimed} RETURNING 1`,
    [before],
  );
  return rows.length;
}
