import type { Database, Queryable } from "@ruaflow/postgres";
import { type Domain, type DomainRow, domainColumns, type PublishedPolicy, toDomain } from "../domains/domain-rows.ts";
import { isAlive } from "../reports/living-domains.ts";
import { type KnownRecord, type NewDnsHistoryEntry, saveDnsEntries } from "./dns-history.ts";
import { type NewCheckedRecord, readKnownRecords, saveCheckedRecords } from "./domain-dns.ts";

/** A claim fails when DNS does not prove it on this many different UTC days in a row. */
export const UNPROVEN_DAYS_MAX = 7;

/** A domain of any organization. */
export interface WatchedDomain {
  readonly organizationId: string;
  readonly domain: Domain;
}

export interface DueDomain extends WatchedDomain {
  /** Since when checks find it waiting for its verification; `null`: it is verified, or this is the first check. */
  readonly waitingSince: Date | null;
}

/** The result of a DNS check of a domain. */
export interface DnsCheck {
  readonly domainId: string;
  readonly checkedAt: Date;
  /** Absent: the check was not the keeper's. It leaves the schedule as it is, and its day does not count for the proof. */
  readonly nextCheckAt?: Date;
  /** Whether DNS proves the claim; `null`: DNS did not answer. */
  readonly isProven: boolean | null;
  /** As published; absent: DNS did not answer. */
  readonly policy?: PublishedPolicy | null;
  /** The parent domain whose policy it is; absent or `null`: the domain's own. */
  readonly policyFrom?: string | null;
  /** What was found of every record that was looked up. */
  readonly records: readonly NewCheckedRecord[];
  /**
   * Returns what differs from the known records. Called while no other process can write about the domain, if it is verified and
   * watched.
   */
  readonly compare: (known: readonly KnownRecord[]) => readonly NewDnsHistoryEntry[];
}

export interface SavedCheck {
  readonly entries: readonly NewDnsHistoryEntry[];
  /** Whether this check made the claim fail, because it was unproven for too many days. */
  readonly isFailed: boolean;
}

/** SQL with the time `$1` and its UTC day `$2`: domains and their watches `w` that are due for a check. */
const dueDomains = `domains LEFT JOIN domain_watches w ON w.domain_id = domains.id
  WHERE ${isAlive} AND (due_at IS NULL OR due_at <= $1)
    AND (status <> 'verified' OR w.domain_id IS NULL OR dns_watch
      OR (NOT vouched AND proof_checked_on IS DISTINCT FROM $2::date))`;

interface DueRequest {
  readonly now: Date;
  readonly limit: number;
  /** Ids of domains that are being checked. */
  readonly except?: readonly string[];
}

/**
 * Domains that are due for a DNS check: first those that were never checked, or whose verification was just tried; then those that
 * wait for it; then verified ones, longest waiting first: with the DNS watch on, and once in each UTC day those whose claim DNS
 * must prove.
 */
export async function listDomainsToCheck(
  database: Queryable,
  { now, limit, except = [] }: DueRequest,
): Promise<DueDomain[]> {
  const rows = await database.query<DomainRow & { owner: string; waiting_since: Date | null }>(
    `SELECT ${domainColumns}, domains.organization_id AS owner, waiting_since FROM ${dueDomains} AND id <> ALL($4)
     ORDER BY due_at IS NOT NULL, waiting_since IS NULL, due_at, id LIMIT $3`,
    [now, toDay(now), limit, except],
  );
  return rows.map((row) => ({
    organizationId: row.owner,
    domain: toDomain(row),
    waitingSince: row.waiting_since,
  }));
}

/** DNS checks that are due. */
export interface DnsBacklog {
  readonly due: number;
  /** How long the oldest has been due; 0: none is. */
  readonly dueSeconds: number;
}

/** How far the DNS checks are behind. */
export async function readDnsBacklog(database: Queryable, now: Date): Promise<DnsBacklog> {
  const [row] = await database.query<{ due: number; due_seconds: number }>(
    `SELECT count(*)::int AS due, greatest(0, extract(epoch FROM $1::timestamptz
       - min(coalesce(due_at, verified_at, created_at))))::float8 AS due_seconds FROM ${dueDomains}`,
    [now, toDay(now)],
  );
  return { due: row?.due ?? 0, dueSeconds: row?.due_seconds ?? 0 };
}

interface CheckedDomain {
  readonly is_verified: boolean;
  readonly vouched: boolean;
  readonly dns_watch: boolean;
  readonly is_outdated: boolean;
}

/**
 * Saves the result of a check, in one transaction: what was found and the policy and, of a verified domain, new history entries with
 * their events, whether the claim was proven, and the time of the next check. A success resets the days without proof. A claim that
 * the operator vouches for needs no proof. A domain that is not verified has no history, and a check does not verify it. A result
 * that is older than the last one is left out. `null`, and nothing is saved, when the organization has no such domain.
 */
export async function saveDnsCheck(
  database: Database,
  organizationId: string,
  check: DnsCheck,
): Promise<SavedCheck | null> {
  return database.transaction(async (transaction) => {
    const { domainId, checkedAt } = check;
    const [domain] = await transaction.query<CheckedDomain>(
      `SELECT status = 'verified' AS is_verified, vouched, dns_watch,
         EXISTS (SELECT 1 FROM domain_dns WHERE domain_id = $2 AND checked_at > $3) AS is_outdated
       FROM domains WHERE organization_id = $1 AND id = $2 AND ${isAlive} FOR NO KEY UPDATE`,
      [organizationId, domainId, checkedAt],
    );
    if (domain === undefined) return null;
    const entries = domain.is_outdated ? [] : await saveFound(transaction, organizationId, { check, domain });
    if (check.nextCheckAt === undefined) return { entries, isFailed: false };
    const isProven = domain.vouched || !domain.is_verified ? null : check.isProven;
    const { nextCheckAt } = check;
    const unprovenDays = await saveWatch(transaction, organizationId, {
      ...{ domainId, checkedAt, nextCheckAt, isProven },
      isWaiting: !domain.is_verified,
    });
    const isFailed = domain.is_verified && unprovenDays >= UNPROVEN_DAYS_MAX;
    if (isFailed) await failClaim(transaction, domainId);
    return { entries, isFailed };
  });
}

interface FoundCheck {
  readonly check: DnsCheck;
  readonly domain: CheckedDomain;
}

/** Returns what differs from the known records. */
async function saveFound(transaction: Queryable, organizationId: string, { check, domain }: FoundCheck) {
  const { domainId, checkedAt, records, policy, policyFrom = null } = check;
  const isWatched = domain.is_verified && domain.dns_watch;
  const entries = isWatched ? check.compare(await readKnownRecords(transaction, domainId)) : [];
  await saveDnsEntries(transaction, { organizationId, domainId }, entries);
  await saveCheckedRecords(transaction, organizationId, { domainId, checkedAt, records, isWatched });
  if (policy !== undefined)
    await transaction.query(
      "UPDATE domains SET dmarc_policy = $2, dmarc_policy_from = $4, dmarc_checked_at = $3 WHERE id = $1",
      [domainId, policy, checkedAt, policyFrom],
    );
  return entries;
}

interface Watched {
  readonly domainId: string;
  readonly checkedAt: Date;
  readonly nextCheckAt: Date;
  readonly isProven: boolean | null;
  readonly isWaiting: boolean;
}

/** Returns the days without proof, including this one. A day counts once, by its first check that DNS answered. */
async function saveWatch(transaction: Queryable, organizationId: string, watched: Watched): Promise<number> {
  const { domainId, checkedAt, nextCheckAt, isProven, isWaiting } = watched;
  const rows = await transaction.query<{ unproven_days: number }>(
    `INSERT INTO domain_watches AS w (domain_id, organization_id, due_at, proof_checked_on, unproven_days, waiting_since)
     VALUES ($1, $2, $3, CASE WHEN $4::boolean IS NOT NULL THEN $5::date END,
       CASE WHEN $4 THEN 0 ELSE ($4 IS NOT NULL)::int END, $6)
     ON CONFLICT (domain_id) DO UPDATE SET due_at = excluded.due_at,
       unproven_days = CASE
         WHEN $4 THEN 0
         WHEN $4 IS NULL OR w.proof_checked_on >= $5 THEN w.unproven_days
         ELSE w.unproven_days + 1 END,
       proof_checked_on = coalesce(excluded.proof_checked_on, w.proof_checked_on),
       waiting_since = CASE WHEN excluded.waiting_since IS NOT NULL THEN coalesce(w.waiting_since, excluded.waiting_since) END
     RETURNING unproven_days`,
    [domainId, organizationId, nextCheckAt, isProven, toDay(checkedAt), isWaiting ? checkedAt : null],
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
