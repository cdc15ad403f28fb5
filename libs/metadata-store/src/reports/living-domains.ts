import type { Queryable } from "@ruaflow/postgres";

/** SQL condition: the domain is not being deleted. Queries that serve tenants exclude domains that are. */
export const isAlive = "status <> 'deleting'";

/** SQL: ids of the domains of organization `$1` that are being deleted. Queries that serve tenants exclude their reports. */
export const deletingDomains = "SELECT id FROM domains WHERE organization_id = $1 AND status = 'deleting'";

/**
 * Locks and returns those of the domains that are not being deleted. A deletion that begins now waits for this transaction.
 * Locks in the order of ids, which prevents deadlocks.
 */
export async function lockAliveDomains(transaction: Queryable, domainIds: readonly string[]): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    `SELECT id FROM domains WHERE id = ANY($1) AND ${isAlive} ORDER BY id FOR SHARE`,
    [domainIds],
  );
  return rows.map(({ id }) => id);
}

/** A domain that may have reports. */
export interface LedgerDomain {
  readonly organizationId: string;
  readonly domainId: string;
  readonly name: string;
}

/** The domains of all organizations, except those being deleted: for the operator. */
export function listLedgerDomains(database: Queryable): Promise<LedgerDomain[]> {
  return database.query<LedgerDomain>(
    `SELECT organization_id AS "organizationId", id AS "domainId", name FROM domains WHERE ${isAlive}
     ORDER BY organization_id, id`,
  );
}

/** SQL: the name, the client reference or a label of the domain `d` contains the text of the parameter, which is in lower case. */
export function containsText(parameter: string): string {
  return `(position(${parameter}::text IN d.name) > 0 OR position(${parameter} IN lower(d.client_reference)) > 0
    OR EXISTS (SELECT 1 FROM unnest(d.labels) AS label WHERE position(${parameter} IN lower(label)) > 0))`;
}
