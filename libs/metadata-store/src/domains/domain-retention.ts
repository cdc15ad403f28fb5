import type { Queryable } from "@ruaflow/postgres";

/** How long a domain's reports are kept. */
export interface DomainRetention {
  readonly organizationId: string;
  readonly domainId: string;
  readonly retentionDays: number;
}

/** Every domain whose reports are not kept for ever. */
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
 * Removes the bytes in which domains' reports of earlier days came, unless another report in them still waits. The ledger
 * keeps that they were there, so that they stay deleted when somebody sends them again.
 *
 * @param old.beforeDay UTC day, `YYYY-MM-DD`; it and all later ones stay
 */
export async function discardOldBodies(
  database: Queryable,
  organizationId: string,
  old: { readonly domainIds: readonly string[]; readonly beforeDay: string },
): Promise<void> {
  await database.query(
    `DELETE FROM submission_bodies b WHERE submission_id IN (
       SELECT submission_id FROM report_ledger
       WHERE organization_id = $1 AND domain_id = ANY($2) AND day < $3::date AND state = 'stored')
     AND NOT EXISTS (SELECT 1 FROM arrivals a WHERE a.submission_id = b.submission_id AND a.outcome = 'held')`,
    [organizationId, old.domainIds, old.beforeDay],
  );
}
