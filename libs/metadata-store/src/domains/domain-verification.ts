import type { Database, Queryable } from "@ruaflow/postgres";
import pg from "pg";
import { type SavedEvent, saveEvents } from "../delivery/events.ts";
import { isAlive } from "../reports/living-domains.ts";
import { type Domain, type DomainRow, domainColumns, type PublishedPolicy, toDomain } from "./domain-rows.ts";

/** A claim that DNS has proven. */
export interface ProvenClaim {
  readonly domainId: string;
  readonly verifiedAt: Date;
  /** As published when the proof was found. */
  readonly policy: PublishedPolicy | null;
  /** The parent domain whose policy it is; absent: the domain's own. */
  readonly policyFrom?: string;
  /** Saved in the same transaction. */
  readonly event: SavedEvent;
  /** Another organization's claim that is no longer proven. It is replaced, unless the operator vouches for it. */
  readonly displacedId?: string;
}

/** Another organization's claim: for checks, never to be shown. */
export interface OwningClaim {
  readonly domain: Domain;
  readonly organizationId: string;
}

export type Verification =
  | { readonly kind: "verified"; readonly domain: Domain }
  /** Another organization owns the name: nothing was changed. */
  | { readonly kind: "owned"; readonly owner: OwningClaim }
  | { readonly kind: "unknown" };

const ATTEMPTS_MAX = 3;
const uniqueViolation = "23505";

/**
 * Makes a proven claim the owner of its name and releases its held reports. A verified claim is not changed and gets no
 * second event. When several claims are proven at the same moment, one becomes the owner.
 */
export async function verifyDomain(
  database: Database,
  organizationId: string,
  claim: ProvenClaim,
): Promise<Verification> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((transaction) => verify(transaction, organizationId, claim));
    } catch (error) {
      // Another claim became the owner after the check.
      const isTaken = error instanceof pg.DatabaseError && error.code === uniqueViolation;
      if (!isTaken || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

async function verify(transaction: Queryable, organizationId: string, claim: ProvenClaim): Promise<Verification> {
  const { domainId, verifiedAt, policy, policyFrom = null } = claim;
  const own = await lockDomain(transaction, organizationId, domainId);
  if (own === null) return { kind: "unknown" };
  const isNew = own.status !== "verified";
  if (isNew) {
    const owner = await lockOwner(transaction, own.name);
    const isReplaced = owner?.domain.id === claim.displacedId && owner?.domain.isVouched === false;
    if (owner !== null && !isReplaced) return { kind: "owned", owner };
    if (owner !== null)
      await transaction.query("UPDATE domains SET status = 'failed' WHERE id = $1", [owner.domain.id]);
    await saveEvents(transaction, [claim.event]);
  }
  const rows = await transaction.query<DomainRow>(
    `UPDATE domains SET status = 'verified', releasing = releasing OR $5, dmarc_policy = $3, dmarc_policy_from = $6, dmarc_checked_at = $4,
       verified_at = CASE WHEN $5 THEN $4 ELSE verified_at END
     WHERE organization_id = $1 AND id = $2 RETURNING ${domainColumns}`,
    [organizationId, domainId, policy, verifiedAt, isNew, policyFrom],
  );
  if (isNew) await checkSoon(transaction, [domainId]);
  const [domain] = rows.map(toDomain);
  return domain === undefined ? { kind: "unknown" } : { kind: "verified", domain };
}

async function lockDomain(transaction: Queryable, organizationId: string, domainId: string): Promise<Domain | null> {
  const rows = await transaction.query<DomainRow>(
    `SELECT ${domainColumns} FROM domains WHERE organization_id = $1 AND id = $2 AND ${isAlive} FOR UPDATE`,
    [organizationId, domainId],
  );
  return rows.map(toDomain)[0] ?? null;
}

async function lockOwner(transaction: Queryable, name: string): Promise<OwningClaim | null> {
  const [row] = await transaction.query<DomainRow & { organization_id: string }>(
    `SELECT ${domainColumns}, organization_id FROM domains WHERE name = $1 AND status = 'verified' FOR UPDATE`,
    [name],
  );
  return row === undefined ? null : { domain: toDomain(row), organizationId: row.organization_id };
}

/** Saves that a claim could not be proven. A verified claim stays verified: the daily check decides about it. */
export async function failVerification(database: Database, organizationId: string, domainId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const rows = await transaction.query(
      `UPDATE domains SET status = 'failed'
       WHERE organization_id = $1 AND id = $2 AND status IN ('pending', 'failed') RETURNING 1`,
      [organizationId, domainId],
    );
    if (rows.length > 0) await checkSoon(transaction, [domainId]);
  });
}

/** Lets the DNS checks of domains begin anew, before those of others: their owners are at work on their records. */
export async function checkSoon(transaction: Queryable, domainIds: readonly string[]): Promise<void> {
  await transaction.query("DELETE FROM domain_watches WHERE domain_id = ANY($1)", [domainIds]);
}
