import type { Queryable } from "@ruaflow/postgres";

/** An organization's claim of a name. */
export interface DomainClaim {
  readonly name: string;
  readonly domainId: string;
  readonly organizationId: string;
}

export interface DomainClaims {
  /** At most one for each name: the owner. */
  readonly verified: readonly DomainClaim[];
  /** Any number for each name, oldest first. Includes claims whose first verification failed and can be retried. */
  readonly pending: readonly DomainClaim[];
  /** Claims that are being deleted, or were in the last eight days. */
  readonly deleted: readonly DomainClaim[];
}

interface ClaimRow {
  name: string;
  id: string;
  organization_id: string;
  status: "verified" | "pending" | "failed" | "deleted";
}

/** Every organization can claim any name: this limits the result for a popular name. */
const PENDING_PER_NAME_MAX = 1_000;

/**
 * Finds the claims of names in every organization: to route reports, never to show to a tenant.
 *
 * @param names lower-case A-labels: the policy domains and their parents
 */
export async function findDomainOwners(database: Queryable, names: readonly string[]): Promise<DomainClaims> {
  const rows = await database.query<ClaimRow>(
    `SELECT name, id, organization_id, status FROM domains WHERE name = ANY($1) AND status = 'verified'
     UNION ALL
     SELECT p.* FROM unnest($1::text[]) AS n (name), LATERAL (
       SELECT name, id, organization_id, status FROM domains
       WHERE name = n.name AND (status = 'pending' OR (status = 'failed' AND verified_at IS NULL)) ORDER BY created_at, id LIMIT $2
     ) p
     UNION ALL
     SELECT name, id, organization_id, 'deleted' FROM domains WHERE name = ANY($1) AND status = 'deleting'
     UNION ALL
     SELECT name, domain_id, organization_id, 'deleted' FROM deleted_domains WHERE name = ANY($1)`,
    [[...new Set(names)], PENDING_PER_NAME_MAX],
  );
  return {
    verified: rows.filter(({ status }) => status === "verified").map(toClaim),
    pending: rows.filter(({ status }) => status === "pending" || status === "failed").map(toClaim),
    deleted: rows.filter(({ status }) => status === "deleted").map(toClaim),
  };
}

function toClaim(row: ClaimRow): DomainClaim {
  return { name: row.name, domainId: row.id, organizationId: row.organization_id };
}
