import type { Database, Queryable } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import { isAlive } from "../reports/living-domains.ts";

/** A domain whose sources are to be judged. */
export interface DomainDue {
  readonly domainId: string;
  /** Rows of the queue that ask for it. Those that come later ask again. */
  readonly queued: readonly string[];
}

/** Domains of one organization. */
export interface DomainsDue {
  readonly organizationId: string;
  /** Whether it counts reports whose sender is not proven. */
  readonly countUnauthenticated: boolean;
  readonly domains: readonly DomainDue[];
}

/** A domain is not judged again before this many times as long as it took, so that a large one takes a small share of the work. */
const REST_FACTOR = 20;
const REST_MAX_MS = 600_000;

const isRested = `(s.domain_id IS NULL
  OR s.judged_at + least(s.took_ms * ${REST_FACTOR}, ${REST_MAX_MS}) * interval '1 millisecond' <= $1::timestamptz)`;

/**
 * Domains of the organization whose turn it is: the one that has waited longest, and those that follow it in the order in which records
 * are stored, so that a question about all of them reads one stretch of them; `null`: none waits. Removes what deleted domains left.
 */
export async function readDomainsDue(
  database: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<DomainsDue | null> {
  await database.query(
    `DELETE FROM verdict_queue q WHERE NOT EXISTS (
       SELECT FROM domains d WHERE d.id = q.domain_id AND d.organization_id = q.organization_id AND ${isAlive})`,
  );
  const rows = await database.query<DomainDue & { organizationId: string; countUnauthenticated: boolean }>(
    `WITH due AS (
       SELECT q.organization_id, q.domain_id, array_agg(q.id::text) AS queued, min(q.id) AS first
       FROM verdict_queue q LEFT JOIN verdict_states s USING (domain_id) WHERE ${isRested}
       GROUP BY 1, 2
     ), turn AS (
       SELECT organization_id FROM (SELECT DISTINCT organization_id FROM due) AS waiting
       ORDER BY (SELECT max(judged_at) FROM verdict_states v WHERE v.organization_id = waiting.organization_id) NULLS FIRST,
         organization_id LIMIT 1
     )
     SELECT organization_id AS "organizationId", domain_id AS "domainId", queued,
       o.count_unauthenticated AS "countUnauthenticated"
     FROM due JOIN turn USING (organization_id) JOIN organizations o ON o.id = organization_id
     ORDER BY domain_id COLLATE "C" < (SELECT domain_id FROM due JOIN turn USING (organization_id) ORDER BY first LIMIT 1),
       domain_id COLLATE "C" LIMIT $2`,
    [now, limit],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const { organizationId, countUnauthenticated } = first;
  return { organizationId, countUnauthenticated, domains: rows.map(({ domainId, queued }) => ({ domainId, queued })) };
}

/**
 * A domain that is to be judged at once, because its verdicts are needed now; `null`: nothing waits for it, or it took longer than
 * `tookMaxMs` the last time.
 */
export async function readDomainDue(
  database: Queryable,
  { organizationId, domainId }: QueuedDomain,
  { tookMaxMs }: { readonly tookMaxMs: number },
): Promise<DomainsDue | null> {
  const [row] = await database.query<DomainDue & { countUnauthenticated: boolean }>(
    `SELECT q.domain_id AS "domainId", array_agg(q.id::text) AS queued,
       (SELECT o.count_unauthenticated FROM organizations o WHERE o.id = $1) AS "countUnauthenticated"
     FROM verdict_queue q JOIN domains d ON d.id = q.domain_id AND d.organization_id = q.organization_id
     LEFT JOIN verdict_states s USING (domain_id)
     WHERE q.organization_id = $1 AND q.domain_id = $2 AND ${isAlive} AND (s.took_ms IS NULL OR s.took_ms <= $3)
     GROUP BY 1`,
    [organizationId, domainId, tookMaxMs],
  );
  if (row === undefined) return null;
  const { countUnauthenticated, ...domain } = row;
  return { organizationId, countUnauthenticated, domains: [domain] };
}

export interface JudgedDomains {
  readonly domains: readonly DomainDue[];
  /** Those in which a known source became another class, cause or service. */
  readonly reclassified: ReadonlySet<string>;
  /** Versions of what they were judged by: {@link queueOutdated} finds those that were judged by others. */
  readonly basis: string;
  readonly judgedAt: Date;
  /** After their verdicts were saved. */
  readonly savedAt: Date;
  /** For one of them. */
  readonly tookMs: number;
}

/** Saves that domains were judged, after their verdicts were. */
export function saveJudged(
  database: Database,
  organizationId: string,
  { domains, reclassified, basis, judgedAt, savedAt, tookMs }: JudgedDomains,
): Promise<void> {
  const judgedColumns: readonly Column<DomainDue>[] = [
    ["id", "text", ({ domainId }) => domainId],
    ["is_reclassified", "boolean", ({ domainId }) => reclassified.has(domainId)],
  ];
  const judged = toTable(domains, judgedColumns, { alias: "judged", after: 5 });
  return database.transaction(async (transaction) => {
    await transaction.query(
      `INSERT INTO verdict_states (domain_id, organization_id, basis, judged_at, took_ms, reclassified_at)
       SELECT d.id, d.organization_id, $2, $3, $4, CASE WHEN is_reclassified THEN $5::timestamptz END FROM domains d JOIN ${judged.sql} USING (id)
       WHERE d.organization_id = $1 AND ${isAlive} ORDER BY d.id
       ON CONFLICT (domain_id) DO UPDATE SET basis = excluded.basis, judged_at = excluded.judged_at, took_ms = excluded.took_ms,
         reclassified_at = coalesce(excluded.reclassified_at, verdict_states.reclassified_at)`,
      [organizationId, basis, judgedAt, tookMs, savedAt, ...judged.values],
    );
    await transaction.query("DELETE FROM verdict_queue WHERE id = ANY($1::bigint[])", [
      domains.flatMap(({ queued }) => queued),
    ]);
  });
}

/** The basis of an organization's verdicts, in SQL as in {@link toBasis}. */
const ownBasis = "$1::text || CASE WHEN o.count_unauthenticated THEN ' all' ELSE '' END";

/** @param basis versions of the rules, services and data sets */
export function toBasis(basis: string, { countUnauthenticated }: Pick<DomainsDue, "countUnauthenticated">): string {
  return `${basis}${countUnauthenticated ? " all" : ""}`;
}

/**
 * Queues the domains that were never judged, were judged by another basis, or before a time: a repair of rows, of which no transaction
 * here knows, is judged by then.
 */
export async function queueOutdated(
  database: Queryable,
  { basis, before }: { readonly basis: string; readonly before: Date },
): Promise<void> {
  await database.query(
    `INSERT INTO verdict_queue (organization_id, domain_id)
     SELECT d.organization_id, d.id FROM domains d JOIN organizations o ON o.id = d.organization_id
     LEFT JOIN verdict_states s ON s.domain_id = d.id
     WHERE ${isAlive} AND (s.domain_id IS NULL OR s.basis <> ${ownBasis} OR s.judged_at < $2)
       AND NOT EXISTS (SELECT FROM verdict_queue q WHERE q.organization_id = d.organization_id AND q.domain_id = d.id)
     ORDER BY 1, 2`,
    [basis, before],
  );
}

/** Addresses of which another fact is known. */
export interface ChangedFacts {
  readonly ids: readonly string[];
  readonly addresses: readonly string[];
}

/** The next changes of facts, at most `limit`. */
export async function readChangedFacts(database: Queryable, limit: number): Promise<ChangedFacts> {
  const rows = await database.query<{ id: string; address: string }>(
    "SELECT id::text, address FROM changed_facts ORDER BY id LIMIT $1",
    [limit],
  );
  return { ids: rows.map(({ id }) => id), addresses: [...new Set(rows.map(({ address }) => address))] };
}

interface QueuedDomain {
  readonly organizationId: string;
  readonly domainId: string;
}

const queuedColumns: readonly Column<QueuedDomain>[] = [
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["domain_id", "text", ({ domainId }) => domainId],
];

/** Queues the domains that have mail of these addresses, and removes the changes: all or nothing. */
export function queueChangedFacts(
  database: Database,
  { ids }: Pick<ChangedFacts, "ids">,
  domains: readonly QueuedDomain[],
): Promise<void> {
  const queued = toTable(domains, queuedColumns, { alias: "queued" });
  return database.transaction(async (transaction) => {
    await transaction.query(
      `INSERT INTO verdict_queue (organization_id, domain_id)
       SELECT organization_id, domain_id FROM ${queued.sql}
       WHERE NOT EXISTS (SELECT FROM verdict_queue q WHERE (q.organization_id, q.domain_id) = (queued.organization_id, queued.domain_id))
       ORDER BY 1, 2`,
      queued.values,
    );
    await transaction.query("DELETE FROM changed_facts WHERE id = ANY($1::bigint[])", [ids]);
  });
}

/** How many living domains of an organization wait to be judged, of all or of some. */
export async function countDomainsDue(
  database: Queryable,
  organizationId: string,
  { domainIds }: { readonly domainIds?: readonly string[] },
): Promise<number> {
  const [row] = await database.query<{ pending: number }>(
    `SELECT count(DISTINCT q.domain_id)::int AS pending
     FROM verdict_queue q JOIN domains d ON d.id = q.domain_id AND d.organization_id = q.organization_id
     WHERE q.organization_id = $1 AND ($2::text[] IS NULL OR q.domain_id = ANY($2)) AND ${isAlive}`,
    [organizationId, domainIds ?? null],
  );
  return row?.pending ?? 0;
}
