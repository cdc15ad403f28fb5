import type { Database, Queryable } from "@ruaflow/postgres";
import { discardBodies, hasBody } from "../intake/body-objects.ts";

/** Bodies per statement. */
const STEP_BODIES = 1000;

/** How long a domain's reports are kept. */
export interface DomainRetention {
  readonly organizationId: string;
  readonly domainId: string;
  readonly retentionDays: number;
}

/** Every domain with a retention limit. */
export async function listRetentions(database: Queryable): Promise<DomainRetention[]> {
  const rows = await database.query<{ organization_id: string; id: string; retention_days: number }>(
    `SELECT organization_id, id, retention_days FROM domains WHERE retention_days IS NOT NULL AND status <> 'deleting'
     ORDER BY organization_id, retention_days, id`,
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    domainId: row.id,
    retentionDays: row.retention_days,
  }));
}

/**
 * Deletes the submission bytes of the domains' reports of earlier days, unless another report in the submission is held.
 * The reports stay in the ledger, so that they are not stored again when a copy arrives.
 *
 * @param old.beforeDay UTC day, `YYYY-MM-DD`; this day and later ones stay
 */
export async function discardOldBodies(
  database: Database,
  organizationId: string,
  old: { readonly domainIds: readonly string[]; readonly beforeDay: string },
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const rows = await database.query<{ id: string }>(
      `SELECT DISTINCT submission_id AS id FROM (
         SELECT submission_id FROM report_ledger l
         WHERE organization_id = $1 AND domain_id = ANY($2) AND day < $3::date AND state = 'stored'
           AND ${hasBody("l.submission_id")}
           AND NOT EXISTS (SELECT 1 FROM arrivals a WHERE a.submission_id = l.submission_id AND a.outcome = 'held')
         LIMIT ${STEP_BODIES}
       ) AS found`,
      [organizationId, old.domainIds, old.beforeDay],
    );
    await discardBodies(
      database,
      rows.map(({ id }) => id),
    );
    isMore = rows.length > 0;
  }
}
