import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";

/** What SQL readers see of a domain. */
export interface CopiedDomain {
  readonly organizationId: string;
  readonly id: string;
  /** Microseconds since 1970, as text: when it changed. */
  readonly version: string;
  readonly name: string;
  readonly status: string;
  readonly clientReference: string | null;
  readonly labels: readonly string[];
  readonly dmarcPolicy: string | null;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
}

/** What SQL readers see of a reason why a domain needs attention. */
export interface CopiedAttention {
  readonly organizationId: string;
  readonly id: string;
  /** Microseconds since 1970, as text: when it changed. */
  readonly version: string;
  readonly domainId: string;
  readonly reason: string;
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  readonly weight: number;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly note: string | null;
}

/** Rows of all organizations: those after an id, in the order of ids, or those that changed last, the oldest change first. */
export type CopiesRequest =
  | { readonly afterId: string; readonly limit: number }
  | { readonly since: Change; readonly limit: number };

/** A row as it was when it changed. */
export interface Change {
  readonly version: string;
  readonly id: string;
}

const version = `(extract(epoch FROM changed_at) * 1000000)::bigint::text AS version`;

/** Domains that are not being deleted. */
export function listCopiedDomains(database: Queryable, request: CopiesRequest): Promise<CopiedDomain[]> {
  const columns = `organization_id AS "organizationId", id, ${version}, name, status, client_reference AS "clientReference",
    labels, dmarc_policy AS "dmarcPolicy", created_at AS "createdAt", verified_at AS "verifiedAt"`;
  return list(database, `SELECT ${columns} FROM domains WHERE ${isAlive}`, request);
}

/** Open and closed, of domains that are not being deleted. */
export function listCopiedAttention(database: Queryable, request: CopiesRequest): Promise<CopiedAttention[]> {
  const columns = `organization_id AS "organizationId", id, ${version}, domain_id AS "domainId", reason, summary, value,
    threshold, weight, opened_at AS "openedAt", closed_at AS "closedAt", acknowledged_at AS "acknowledgedAt", note`;
  const isOfLiving = `EXISTS (SELECT 1 FROM domains d WHERE d.id = domain_id AND d.${isAlive})`;
  return list(database, `SELECT ${columns} FROM attention WHERE ${isOfLiving}`, request);
}

function list<Row>(database: Queryable, query: string, request: CopiesRequest): Promise<Row[]> {
  type Listed = Row & Record<string, unknown>;
  if ("afterId" in request)
    return database.query<Listed>(`${query} AND id > $1 ORDER BY id LIMIT $2`, [request.afterId, request.limit]);
  const { since, limit } = request;
  const isLater = "(changed_at, id) > (to_timestamp(0) + $1::bigint * interval '1 microsecond', $2)";
  return database.query<Listed>(`${query} AND ${isLater} ORDER BY changed_at, id LIMIT $3`, [
    since.version,
    since.id,
    limit,
  ]);
}

/** The time of PostgreSQL, as a version. */
export async function readCopyClock(database: Queryable): Promise<string> {
  const [row] = await database.query<{ now: string }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint::text AS now",
  );
  return row?.now ?? "0";
}
