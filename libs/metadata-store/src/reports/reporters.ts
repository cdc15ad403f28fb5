import type { Queryable } from "@ruaflow/postgres";

/** A domain that vouched for a report of an organization. */
export interface SeenReporter {
  readonly organizationId: string;
  /** Organizational domain. */
  readonly reporterDomain: string;
  readonly receivedAt: Date;
}

/**
 * Notes on which UTC day an organization first received a report that each domain vouches for. All writers lock in the order of the
 * key, which prevents deadlocks; a domain that is known since that day or longer is not locked.
 */
export async function saveReporters(transaction: Queryable, seen: readonly SeenReporter[]): Promise<void> {
  if (seen.length === 0) return;
  await transaction.query(
    `INSERT INTO reporters AS r (organization_id, reporter_domain, first_day)
     SELECT organization_id, reporter_domain, min(day) FROM unnest($1::text[], $2::text[], $3::date[])
       AS s (organization_id, reporter_domain, day)
     WHERE NOT EXISTS (SELECT 1 FROM reporters k WHERE k.organization_id = s.organization_id
       AND k.reporter_domain = s.reporter_domain AND k.first_day <= s.day)
     GROUP BY 1, 2 ORDER BY 1, 2
     ON CONFLICT (organization_id, reporter_domain) DO UPDATE SET first_day = least(r.first_day, excluded.first_day)`,
    [
      seen.map(({ organizationId }) => organizationId),
      seen.map(({ reporterDomain }) => reporterDomain),
      seen.map(({ receivedAt }) => receivedAt.toISOString().slice(0, 10)),
    ],
  );
}
