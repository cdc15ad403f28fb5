import type { Database, Queryable } from "@ruaflow/postgres";
import { type Domain, type DomainRow, domainColumns, type PublishedPolicy, toDomain } from "../domains/domain-rows.ts";
import { type KnownRecord, type NewDnsHistoryEntry, readKnownRecords, saveDnsEntries } from "./dns-history.ts";

/** A claim fails when DNS does not prove it on this many different UTC days in a row. */
export const UNPROVEN_DAYS_MAX = 7;

/** A verified domain of any organization. */
export interface WatchedDomain {
  readonly organizationId: string;
  readonly domain: Domain;
}

/** The result of a DNS check of a domain. */
export interface DnsCheck {
  readonly domainId: string;
  readonly checkedAt: Date;
  readonly nextCheckAt: Date;
  /** Whether DNS proves the claim; `null`: DNS did not answer. */
  readonly isProven: boolean | null;
  /** As published; absent: DNS did not answer. */
  readonly policy?: PublishedPolicy | null;
  /** Returns what differs from the known records. Called while no other process can write about the domain. */
  readonly compare: (known: readonly KnownRecord[]) => readonly NewDnsHistoryEntry[];
}

export interface SavedCheck {
  readonly entries: readonly NewDnsHistoryEntry[];
  /** Whether this check made the claim fail, because it was unproven for too many days. */
  readonly isFailed: boolean;
}

/** SQL: whether the domain is to be checked at `$1`, on the UTC day `$2`. */
const isDue = `status = 'verified' AND (due_at IS NULL OR due_at <= $1)
  AND (dns_watch OR (NOT vouched AND proof_checked_on IS DISTINCT FROM $2::date))`;

/**
 * Verified domains that are due for a DNS check, longest waiting first: domains with the DNS watch on, and once in each UTC
 * day domains whose claim DNS must prove.
 */
export async function listDomainsToCheck(
  database: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<WatchedDomain[]> {
  const rows = await database.query<DomainRow & { owner: string }>(
    `SELECT ${domainColumns}, domains.organization_id AS owner
     FROM domains LEFT JOIN domain_watches w ON w.domain_id = domains.id
     WHERE ${isDue}
     ORDER BY due_at NULLS FIRST, id LIMIT $3`,
    [now, toDay(now), limit],
  );
  return rows.map((row) => ({ organizationId: row.owner, domain: toDomain(row) }));
}

/** DNS checks whose time has come. */
export interface DnsBacklog {
  readonly domains: number;
  /** How late the most overdue is; domains that were never checked count from when they were added. */
  readonly seconds: number;
}

/** Counts over all organizations: for the operator. */
export async function countDomainsToCheck(database: Queryable, now: Date): Promise<DnsBacklog> {
  const [row] = await database.query<{ domains: number; seconds: number }>(
    `SELECT count(*)::int AS domains,
       coalesce(extract(epoch FROM $1 - min(coalesce(due_at, verified_at, created_at))), 0)::float8 AS seconds
     FROM domains LEFT JOIN domain_watches w ON w.domain_id = domains.id WHERE ${isDue}`,
    [now, toDay(now)],
  );
  const { domains = 0, seconds = 0 } = row ?? {};
  return { domains, seconds: Math.max(0, seconds) };
}

/**
 * Saves the result of a check, in one transaction: new history entries with their events, the policy, whether the claim was
 * proven, and the time of the next check. A success resets the days without proof. A claim that the operator vouches for
 * needs no proof. `null`, and nothing is saved, when the domain is no longer verified.
 */
export async function saveDnsCheck(
  database: Database,
  organizationId: string,
  check: DnsCheck,
): Promise<SavedCheck | null> {
  return database.transaction(async (transaction) => {
    const { domainId } = check;
    const [domain] = await transaction.query<{ vouched: boolean }>(
      `SELECT vouched FROM domains WHERE organization_id = $1 AND id = $2 AND status = 'verified' FOR NO KEY UPDATE`,
      [organizationId, domainId],
    );
    if (domain === undefined) return null;
    const entries = check.compare(await readKnownRecords(transaction, domainId));
    await saveDnsEntries(transaction, { organizationId, domainId }, entries);
    if (check.policy !== undefined) {
      await transaction.query("UPDATE domains SET dmarc_policy = $2, dmarc_checked_at = $3 WHERE id = $1", [
        domainId,
        check.policy,
        check.checkedAt,
      ]);
    }
    const isProven = domain.vouched ? null : check.isProven;
    const unprovenDays = await saveWatch(transaction, organizationId, { ...check, isProven });
    const isFailed = unprovenDays >= UNPROVEN_DAYS_MAX;
    if (isFailed) await failClaim(transaction, domainId);
    return { entries, isFailed };
  });
}

/** Returns the days without proof, including this one. A day counts once, by its first check that DNS answered. */
async function saveWatch(transaction: Queryable, organizationId: string, check: DnsCheck): Promise<number> {
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
    [check.domainId, organizationId, check.nextCheckAt, check.isProven, toDay(check.checkedAt)],
  );
  return rows[0]?.unproven_days ?? 0;
}

/** Resets the days, so that a claim that is proven again starts from 0. */
async function failClaim(transaction: Queryable, domainId: string): Promise<void> {
  await transaction.query("UPDATE domains SET status = 'failed' WHERE id = $1", [domainId]);
  await transaction.query("UPDATE domain_watches SET unproven_days = 0 WHERE domain_id = $1", [domainId]);
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
