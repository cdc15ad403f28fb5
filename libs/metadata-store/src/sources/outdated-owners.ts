import type { Queryable } from "@ruaflow/postgres";
import { type EnrichedSource, toStoredOrganization } from "./enrichment.ts";

/** Enriched addresses after `after` whose owner and country are from other data sets, in order, at most `limit`. */
export async function listOutdatedAddresses(
  database: Queryable,
  { dataSets, after, limit }: { readonly dataSets: string; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await database.query<{ address: string }>(
    "SELECT address FROM sources WHERE data_sets <> $1 AND address > $2 ORDER BY address LIMIT $3",
    [dataSets, after, limit],
  );
  return rows.map(({ address }) => address);
}

type Owner = Pick<EnrichedSource, "address" | "asn" | "organization" | "country" | "dataSets">;

/** Saves owners and countries without changing names, or when names are looked up again. */
export async function saveOwners(database: Queryable, owners: readonly Owner[]): Promise<void> {
  await database.query(
    `UPDATE sources s SET asn = e.asn, organization = e.organization, country = e.country, data_sets = e.data_sets
     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[])
       AS e (address, asn, organization, country, data_sets)
     WHERE s.address = e.address`,
    [
      owners.map(({ address }) => address),
      owners.map(({ asn }) => asn),
      owners.map(toStoredOrganization),
      owners.map(({ country }) => country),
      owners.map(({ dataSets }) => dataSets),
    ],
  );
}
