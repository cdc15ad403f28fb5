import type { Queryable } from "@ruaflow/postgres";

/** A domain that may have reports. */
export interface LedgerDomain {
  readonly organizationId: string;
  readonly domainId: string;
  readonly name: string;
}

/** The domains of all organizations, except those being deleted: for the operator. */
export function listLedgerDomains(database: Queryable): Promise<LedgerDomain[]> {
  return database.query<LedgerDomain>(
    `SELECT organization_id AS "organizationId", id AS "domainId", name FROM domains WHERE status <> 'deleting'
     ORDER BY organization_id, id`,
  );
}
