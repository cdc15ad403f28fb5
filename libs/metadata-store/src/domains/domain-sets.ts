import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";

/** Which of its domains an organization means: those that every given list names. An absent list names all. */
export interface DomainSet {
  readonly ids?: readonly string[];
  /** Any of a domain's labels is one of these. */
  readonly labels?: readonly string[];
  readonly clientReferences?: readonly string[];
}

/** The ids of a set's domains; `null` when the organization does not have every one of the given ids. */
export async function listDomainSet(
  database: Queryable,
  organizationId: string,
  { ids, labels, clientReferences }: DomainSet,
): Promise<readonly string[] | null> {
  const rows = await database.query<{ id: string; is_chosen: boolean }>(
    `SELECT id, ($3::text[] IS NULL OR labels && $3) AND ($4::text[] IS NULL OR client_reference = ANY($4)) IS TRUE AS is_chosen
     FROM domains WHERE organization_id = $1 AND ${isAlive} AND ($2::text[] IS NULL OR id = ANY($2))`,
    [organizationId, ids ?? null, labels ?? null, clientReferences ?? null],
  );
  if (ids !== undefined && rows.length < new Set(ids).size) return null;
  return rows.filter(({ is_chosen }) => is_chosen).map(({ id }) => id);
}
