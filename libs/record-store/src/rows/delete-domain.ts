import type { Engine } from "../engine/engine.ts";
import { deleteRows } from "./delete-rows.ts";

/**
 * Deletes every row of a domain and waits until it is done, whichever tables hold any: their list comes from the columns,
 * so a table added later cannot be forgotten.
 */
export async function deleteDomain(engine: Engine, organizationId: string, domainId: string): Promise<void> {
  const where = "organization_id = {organizationId:String} AND domain_id = {domainId:String}";
  const params = { organizationId, domainId };
  for (const { table } of await engine.select<{ table: string }>(tablesQuery, {})) {
    await deleteRows(engine, { table, where, params });
  }
}

const tablesQuery = `SELECT table FROM system.columns
WHERE database = currentDatabase()
  AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
GROUP BY table
HAVING countIf(name = 'organization_id') > 0 AND countIf(name = 'domain_id') > 0`;
