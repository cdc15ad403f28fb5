import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";

/** Selects domains of one organization; every given member must fit. */
export interface DomainSelection {
  readonly ids?: readonly string[];
  /** The domain has at least one of these labels. */
  readonly labels?: readonly string[];
  /** The domain has one of these references. */
  readonly clientReferences?: readonly string[];
}

export interface SelectedDomains {
  /** In order. */
  readonly ids: readonly string[];
  /** False: at least one of the given ids is not a domain of the organization. */
  readonly areIdsKnown: boolean;
}

/** Finds the organization's domains of a selection, at most `limit` of them. */
export async function selectDomains(
  database: Queryable,
  organizationId: string,
  { limit, ...selection }: DomainSelection & { readonly limit: number },
): Promise<SelectedDomains> {
  const ids = selection.ids && [...new Set(selection.ids)];
  const { labels = null, clientReferences = null } = selection;
  // Given ids are all returned, so that an unknown one can be told from one that does not fit.
  const rows = await database.query<{ id: string; fits: boolean }>(
    `SELECT id, fits FROM (
       SELECT id, ($3::text[] IS NULL OR labels && $3)
         AND ($4::text[] IS NULL OR coalesce(client_reference = ANY($4), false)) AS fits
       FROM domains WHERE organization_id = $1 AND ($2::text[] IS NULL OR id = ANY($2)) AND ${isAlive}
     ) AS own WHERE fits OR $2 IS NOT NULL ORDER BY id LIMIT $5`,
    [organizationId, ids ?? null, labels, clientReferences, Math.max(limit, ids?.length ?? 0)],
  );
  return {
    ids: rows.filter(({ fits }) => fits).map(({ id }) => id),
    areIdsKnown: ids === undefined || rows.length === ids.length,
  };
}

/** The names of some of the organization's domains, by id; of domains that are being deleted too. */
export async function readDomainNames(
  database: Queryable,
  organizationId: string,
  domainIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (domainIds.length === 0) return new Map();
  const rows = await database.query<{ id: string; name: string }>(
    "SELECT id, name FROM domains WHERE organization_id = $1 AND id = ANY($2)",
    [organizationId, domainIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
