import type { Database, Queryable } from "@ruaflow/postgres";
import { type Domain, type DomainRow, domainColumns, type PublishedPolicy, toDomain } from "../domains/domain-rows.ts";
import { type KnownRecord, type NewDnsHistoryEntry, readKnownRecords, saveDnsEntries } from "./dns-history.ts";

/** On so many different UTC days in a row DNS must not prove a claim before it fails. */
export const UNPROVEN_DAYS_MAX = 7;

/** A verified domain of whichever organization. */
export interface WatchedDomain {
  readonly organizationId: string;
  readonly domain: Domain;
}

/** What a look at DNS has shown about a domain. */
export interface DnsLook {
  readonly domainId: string;
  readonly lookedAt: Date;
  readonly nextLookAt: Date;
  /** Whether DNS proves the claim; `null`: it did not say. */
  readonly isProven: boolean | null;
  /** As published; absent: DNS did not say. */
  readonly policy?: PublishedPolicy | null;
  /** What is new beside what is known. Asked while nobody else can write about the domain. */
  readonly compare: (known: readonly KnownRecord[]) => readonly NewDnsHistoryEntry[];
}

export interface SavedLook {
  readonly entries: readonly NewDnsHistoryEntry[];
  /** Whether the claim has just failed, because it was unproven for too many days. */
  readonly isFailed: boolean;
}

/**
 * Verified domains whose look is due, the longest waiting first: those whose changes somebody wants to know, and once a UTC
 * day those whose claim DNS has to prove.
 */
export async function listDomainsToLookAt(
  database: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<WatchedDomain[]> {
  const rows = await database.query<DomainRow & { owner: string }>(
    `SELECT ${domainColumns}, domains.organization_id AS owner
     FROM domains LEFT JOIN domain_watches w ON w.domain_id = domains.id
     WHERE status = 'verified' AND (due_at IS NULL OR due_at <= $1)
       AND (dns_watch OR (NOT vouched AND proof_checked_on IS DISTINCT FROM $2::date))
     ORDER BY due_at NULLS FIRST, id LIMIT $3`,
    [now, toDay(now), limit],
  );
  return rows.map((row) => ({ organizationId: row.owner, domain: toDomain(row) }));
}

/**
 * Keeps what a look has shown, in one transaction: new entries of the history with their events, the policy, whether the
 * claim was proven, and when to look again. A success forgets the days without proof; a claim that the operator has vouched
 * for needs none. `null`, and nothing is kept, when the domain is no longer verified.
 */
export async function saveDnsLook(
  database: Database,
  organizationId: string,
  look: DnsLook,
): Promise<SavedLook | null> {
  return database.transaction(async (transaction) => {
    const { domainId } = look;
    const [domain] = await transaction.query<{ vouched: boolean }>(
      `SELECT vouched FROM domains WHERE organization_id = $1 AND id = $2 AND status = 'verified' FOR NO KEY UPDATE`,
      [organizationId, domainId],
    );
    if (domain === undefined) return null;
    const entries = look.compare(await readKnownRecords(transaction, domainId));
    await saveDnsEntries(transaction, { organizationId, domainId }, entries);
    if (look.policy !== undefined) {
      await transaction.query("UPDATE domains SET dmarc_policy = $2, dmarc_checked_at = $3 WHERE id = $1", [
        domainId,
        look.policy,
        look.lookedAt,
      ]);
    }
    const isProven = domain.vouched ? null : look.isProven;
    const unprovenDays = await saveWatch(transaction, organizationId, { ...look, isProven });
    const isFailed = unprovenDays >= UNPROVEN_DAYS_MAX;
    if (isFailed) await failClaim(transaction, domainId);
    return { entries, isFailed };
  });
}

/** The days without proof, this one included. A day counts once, by the first look that DNS answered. */
async function saveWatch(transaction: Queryable, organizationId: string, look: DnsLook): Promise<number> {
  const rows = await transaction.query<{ unproven_days: number }>(
    `INSERT INTO domain_watches AS w (domain_id, organization_id, due_at, proof_checked_on, unproven_days)
     VALUES ($1, $2, $3, CASE WHEN $4::boolean IS NOT NULL THEN $5::date END, CASE WHEN $4 THEN 0 ELSE ($4 IS NOT NULL)::int END)
     ON CONFLICT (domain_id) DO UPDATE SET due_at = excluded.due_at,
       unproven_days = CASE
         WHEN $4 THEN 0
         WHEN $4 IS NULL OR w.proof_checked_on >= $5 THEN w.unproven_days
         ELSE w.unproven_days + 1 END,
       proof_checked_on = coalesce(excluded.proof_checked_on, w.proof_checked_on)
     RETURNING unproven_days`,
    [look.domainId, organizationId, look.nextLookAt, look.isProven, toDay(look.lookedAt)],
  );
  return rows[0]?.unproven_days ?? 0;
}

/** Once it is proven again, its days are counted from the beginning. */
async function failClaim(transaction: Queryable, domainId: string): Promise<void> {
  await transaction.query("UPDATE domains SET status = 'failed' WHERE id = $1", [domainId]);
  await transaction.query("UPDATE domain_watches SET unproven_days = 0 WHERE domain_id = $1", [domainId]);
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
