import type { Queryable } from "@ruaflow/postgres";
import { type DomainRow, domainColumns, toDomain } from "../domains/domain-rows.ts";
import { isAlive } from "../reports/living-domains.ts";
import { type Alert, readOpenAlerts } from "./alerts.ts";
import type { WatchedDomain } from "./dns-checks.ts";

/** A domain whose rules must be evaluated, with its open alerts. */
export interface AlertDomain extends WatchedDomain {
  readonly alerts: readonly Alert[];
  /** Whether its organization counts reports whose sender is not proven. */
  readonly countUnauthenticated: boolean;
}

/** Some domains, or one page of all domains. */
export interface AlertDomainsRequest {
  /** `null`: all. */
  readonly domainIds: readonly string[] | null;
  /** Returns domains after this id; empty: from the first. */
  readonly afterId: string;
  readonly limit: number;
}

/** Verified domains of every organization, and others with an open alert, by id. */
export async function listAlertDomains(
  database: Queryable,
  { domainIds, afterId, limit }: AlertDomainsRequest,
): Promise<AlertDomain[]> {
  const rows = await database.query<DomainRow & { organization_id: string; counts_unauthenticated: boolean }>(
    `SELECT ${domainColumns}, organization_id, (
       SELECT count_unauthenticated FROM organizations WHERE organizations.id = organization_id
     ) AS counts_unauthenticated FROM domains
     WHERE id > $1 AND ($2::text[] IS NULL OR id = ANY($2)) AND ${isAlive}
       AND (status = 'verified' OR EXISTS (
         SELECT 1 FROM alerts WHERE alerts.domain_id = domains.id AND alerts.state = 'triggered'))
     ORDER BY id LIMIT $3`,
    [afterId, domainIds, limit],
  );
  const open = await readOpenAlerts(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    domain: toDomain(row),
    alerts: open.get(row.id) ?? [],
    countUnauthenticated: row.counts_unauthenticated,
  }));
}
