import type { Queryable } from "@ruaflow/postgres";

/** A domain that is being deleted no longer exists for any reader. */
export const isAlive = "status <> 'deleting'";

/** Ids of the domains of organization `$1` that are being deleted: their reports no longer exist for any reader either. */
export const deletingDomains = "SELECT id FROM domains WHERE organization_id = $1 AND status = 'deleting'";

/**
 * Those of the domains that are not being deleted. A deletion that begins now waits for this transaction. Locked in the order
 * of ids, so that two transactions never wait for each other.
 */
export async function lockAliveDomains(transaction: Queryable, domainIds: readonly string[]): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    `SELECT id FROM domains WHERE id = ANY($1) AND ${isAlive} ORDER BY id FOR SHARE`,
    [domainIds],
  );
  return rows.map(({ id }) => id);
}
