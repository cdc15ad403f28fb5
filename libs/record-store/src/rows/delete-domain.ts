import type { Engine } from "../engine/engine.ts";

/**
 * Deletes every row of a domain and waits until it is done, whichever tables hold any: their list comes from the columns,
 * so a table added later cannot be forgotten.
 */
export async function deleteDomain(engine: Engine, organizationId: string, domainId: string): Promise<void> {
  const tables = await engine.select<{ name: string }>(tablesQuery, {});
  for (const { name } of tables) await engine.command(deleteQuery, { table: name, organizationId, domainId });
}

const tablesQuery = `SELECT columns.table AS name
FROM system.columns AS columns
INNER JOIN system.tables AS tables ON tables.database = columns.database AND tables.name = columns.table
WHERE columns.database = currentDatabase() AND tables.engine LIKE '%MergeTree'
GROUP BY name
HAVING countIf(columns.name = 'organization_id') > 0 AND countIf(columns.name = 'domain_id') > 0`;

const deleteQuery = `ALTER TABLE {table:Identifier}
DELETE WHERE organization_id = {organizationId:String} AND domain_id = {domainId:String}
SETTINGS mutations_sync = 2`;
