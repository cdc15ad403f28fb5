import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../living-domains.ts";
import type { DayGrouping } from "./group-days.ts";

/** What a domain is grouped by. */
export interface GroupedDomain {
  readonly domainId: string;
  readonly name: string;
  readonly clientReference: string | null;
  readonly labels: readonly string[];
}

export interface GroupDomainsOptions {
  /** Absent: all domains of the organization. */
  readonly domainIds?: readonly string[];
  /** Only the domains of these groups; null: those without a reference, or without a label. Absent: of all. */
  readonly of?: { readonly groupBy: Exclude<DayGrouping, "day">; readonly keys: readonly (string | null)[] };
}

/** SQL: the domains of the groups with these keys. */
const inGroups: Readonly<Record<Exclude<DayGrouping, "day">, string>> = {
  domain: "id = ANY($3::text[])",
  client_reference: "(client_reference = ANY($3::text[]) OR client_reference IS NULL AND array_position($3, NULL) > 0)",
  label: "(labels && $3::text[] OR cardinality(labels) = 0 AND array_position($3, NULL) > 0)",
};

/** The organization's domains with what they are grouped by, by name; none that is being deleted. */
export function readGroupDomains(
  database: Queryable,
  organizationId: string,
  { domainIds, of }: GroupDomainsOptions,
): Promise<GroupedDomain[]> {
  return database.query<GroupedDomain>(
    `SELECT id AS "domainId", name, client_reference AS "clientReference", labels FROM domains
     WHERE organization_id = $1 AND ${isAlive} AND ($2::text[] IS NULL OR id = ANY($2)) ${of ? `AND ${inGroups[of.groupBy]}` : ""}
     ORDER BY name`,
    [organizationId, domainIds ?? null, ...(of ? [of.keys] : [])],
  );
}
