import type { Queryable } from "@ruaflow/postgres";
import { toTable } from "@ruaflow/postgres/table";
import { isFound, ownerColumns, type SourceOwner } from "./enrichment.ts";

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

/** Saves owners and countries without changing names, or when names are looked up again. */
export async function saveOwners(database: Queryable, owners: readonly SourceOwner[]): Promise<void> {
  const found = toTable(owners, ownerColumns, { alias: "e" });
  await database.query(
    `UPDATE sources s SET asn = e.asn, organization = e.organization, country = e.country, data_sets = e.data_sets
     FROM ${found.sql} WHERE s.address = e.address AND ${isFound}`,
    found.values,
  );
}
