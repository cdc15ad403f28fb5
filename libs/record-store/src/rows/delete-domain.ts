import { setTimeout as sleep } from "node:timers/promises";
import { createKeyedBatcher } from "@ruaflow/runtime/work";
import type { Engine, QueryParams } from "../engine/engine.ts";
import { type DomainKey, ofDomains } from "../questions/watched-domains.ts";

/** How often to look whether a mutation is finished, or a part removed. */
const POLL_MS = 200;

/**
 * Parts that a mutation has replaced stay on disk for eight minutes, in case the new ones were not yet synced when the
 * power went. While somebody's data must go they leave after a second, and what takes their place is synced.
 */
const hasty = "old_parts_lifetime = 1, min_rows_to_fsync_after_merge = 1";
const hastySettings = "old_parts_lifetime, min_rows_to_fsync_after_merge";

/** Keeps which domains are deleted: those rows stay. */
const markTable = "deleted_domains";

/** Domains that are marked with one insert. */
const DOMAINS_MAX = 2000;

/**
 * Hides a domain from every question from now on, also what is written of it later. May be repeated. Those that are
 * deleted at the same time cost one insert.
 */
export function createDomainMarker(engine: Engine): (domain: DomainKey) => Promise<void> {
  return createKeyedBatcher<DomainKey, void>({
    toKey: () => "",
    itemsMax: DOMAINS_MAX,
    async flush(domains) {
      await markDeleted(engine, domains);
      return domains.map(() => undefined);
    },
  });
}

async function markDeleted(engine: Engine, domains: readonly DomainKey[]): Promise<void> {
  const lines = domains.map(({ organizationId, domainId }) => JSON.stringify([organizationId, domainId]));
  const columns = `${markTable} (organization_id, domain_id)`;
  await engine.insert(`INSERT INTO ${columns} SETTINGS async_insert = 0 FORMAT JSONCompactEachRow`, lines);
}

/**
 * Hides domains, deletes every row of theirs, with one statement for each table, and resolves once no file has them any more,
 * whichever tables hold any: their list comes from the columns, so a table added later cannot be forgotten. Takes seconds
 * to minutes, see `deleteRows`, during which inserts go on. May be repeated after a crash at any point; without such rows
 * it costs one question per table.
 *
 * @param domains at most 2,000: their ids travel in the address of a request
 */
export async function deleteDomains(engine: Engine, domains: readonly DomainKey[]): Promise<void> {
  if (domains.length === 0) return;
  const organizationIds = [...new Set(domains.map(({ organizationId }) => organizationId))];
  const params = { organizationIds, domainIds: domains.map(({ domainId }) => domainId) };
  await markDeleted(engine, domains);
  await deleteForGood(engine, { columns: ["organization_id", "domain_id"], where: ofDomains, params });
}

export interface OldReports {
  readonly domainIds: readonly string[];
  /** UTC day, `YYYY-MM-DD`; it and all later ones stay. */
  readonly beforeDay: string;
}

/** Deletes the rows of domains that are of earlier days, as {@link deleteDomains} does. */
export async function deleteOldReports(
  engine: Engine,
  organizationId: string,
  { domainIds, beforeDay }: OldReports,
): Promise<void> {
  const where = `organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
    AND day < {beforeDay:Date}`;
  const params = { organizationId, domainIds, beforeDay };
  await deleteForGood(engine, { columns: ["organization_id", "domain_id", "day"], where, params });
}

interface RowsToDelete {
  /** Tables that have all of them are looked through. */
  readonly columns: readonly string[];
  readonly where: string;
  readonly params: QueryParams;
}

async function deleteForGood(engine: Engine, rows: RowsToDelete): Promise<void> {
  const tables = await engine.select<TableWithDomains>(tablesQuery, { columns: rows.columns });
  await Promise.all(tables.map((table) => deleteFrom(engine, table, rows)));
}

interface TableWithDomains {
  readonly table: string;
  /** 1: an earlier deletion has not come to its end. */
  readonly isHasty: number;
}

const tablesQuery = `SELECT name AS table, position(engine_full, 'old_parts_lifetime = 1') > 0 AS isHasty
FROM system.tables
WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name <> '${markTable}' AND name IN (
  SELECT table FROM system.columns WHERE database = currentDatabase()
  GROUP BY table HAVING hasAll(groupArray(name), {columns:Array(String)}))`;

async function deleteFrom(engine: Engine, { table, isHasty }: TableWithDomains, rows: RowsToDelete): Promise<void> {
  const { where, params } = rows;
  const found = await engine.select(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, params);
  if (found.length === 0 && !isHasty) return;
  await engine.command(`ALTER TABLE ${table} MODIFY SETTING ${hasty}`, {});
  await engine.command(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 0`, params);
  await waitForMutations(engine, table);
  await waitForRemoval(engine, table);
  await engine.command(`ALTER TABLE ${table} RESET SETTING ${hastySettings}`, {});
}

/** Not by `mutations_sync`: that would keep the one connection that writes for as long. */
async function waitForMutations(engine: Engine, table: string): Promise<void> {
  const query = `SELECT latest_fail_reason AS failure FROM system.mutations
    WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`;
  for (;;) {
    const unfinished = await engine.select<{ failure: string }>(query, { table });
    if (unfinished.length === 0) return;
    const failure = unfinished.find((mutation) => mutation.failure !== "")?.failure;
    if (failure !== undefined) throw new Error(`Deleting rows of ${table} does not go on: ${failure}`);
    await sleep(POLL_MS);
  }
}

/** Waits for the parts that are replaced by now; merges that go on bring others. */
async function waitForRemoval(engine: Engine, table: string): Promise<void> {
  const query = `SELECT name FROM system.parts
    WHERE database = currentDatabase() AND table = {table:String} AND NOT active`;
  const replaced = new Set((await engine.select<{ name: string }>(query, { table })).map(({ name }) => name));
  for (let left = replaced.size; left > 0; ) {
    await sleep(POLL_MS);
    // There is no such partition: the statement clears away old parts, which an idle table does only now and then.
    await engine.command(`ALTER TABLE ${table} DROP PARTITION ID 'none'`, {});
    left = (await engine.select<{ name: string }>(query, { table })).filter(({ name }) => replaced.has(name)).length;
  }
}
