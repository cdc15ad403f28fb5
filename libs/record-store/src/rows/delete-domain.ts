import { setTimeout as sleep } from "node:timers/promises";
import { createBatcher } from "@ruaflow/runtime/work";
import { type QueryParams, type TableLayout, toOwnerParams, type WritingEngine } from "../engine/engine.ts";
import { type DomainKey, ofDomains } from "./report-conditions.ts";

/** How often to check whether a mutation is finished, or a part removed. */
const POLL_MS = 200;

/**
 * Parts that a mutation has replaced normally stay on disk for eight minutes, in case power fails before the new ones
 * are synced. During a deletion they are removed after a second, and the new parts are synced.
 */
const quickRemoval = "old_parts_lifetime = 1, min_rows_to_fsync_after_merge = 1";
const quickRemovalSettings = "old_parts_lifetime, min_rows_to_fsync_after_merge";

/** Lists the deleted domains; its rows are kept. */
const markTable = "deleted_domains";

/** Maximum of domains marked with one insert. */
const DOMAINS_MAX = 2000;

/**
 * Hides a domain from every query from now on, including rows written later. May be repeated. Concurrent calls cost one
 * insert.
 */
export function createDomainMarker(engine: WritingEngine): (domain: DomainKey) => Promise<void> {
  const marks = createBatcher<DomainKey, void>({
    ...{ itemsMax: DOMAINS_MAX, bytesMax: Number.POSITIVE_INFINITY, sizeOf: () => 0, flushAfterMs: null },
    async flush(domains) {
      await markDeleted(engine, domains);
      return domains.map(() => undefined);
    },
  });
  return marks.add;
}

async function markDeleted(engine: WritingEngine, domains: readonly DomainKey[]): Promise<void> {
  const lines = domains.map(({ organizationId, domainId }) => JSON.stringify([organizationId, domainId]));
  const columns = `${markTable} (organization_id, domain_id)`;
  await engine.insert(`INSERT INTO ${columns} SETTINGS async_insert = 0 FORMAT JSONCompactEachRow`, lines);
}

/**
 * Hides domains, deletes all their rows with one statement per table, and resolves once no file contains them. The
 * tables are found by their columns, so a table added later cannot be forgotten. Takes seconds to minutes, see
 * `deleteRows`; inserts continue meanwhile. May be repeated after a crash at any point; without such rows it costs one
 * query per table.
 *
 * @param domains at most 2,000: their ids are sent in the request URL
 */
export async function deleteDomains(engine: WritingEngine, domains: readonly DomainKey[]): Promise<void> {
  if (domains.length === 0) return;
  await markDeleted(engine, domains);
  await deletePermanently(engine, {
    columns: ["organization_id", "domain_id"],
    where: ofDomains,
    params: toOwnerParams(domains),
  });
}

export interface OldReports {
  readonly domainIds: readonly string[];
  /** UTC day, `YYYY-MM-DD`; it and all later ones stay. */
  readonly beforeDay: string;
}

/** Deletes the rows of domains for earlier days, as {@link deleteDomains} does. */
export async function deleteOldReports(
  engine: WritingEngine,
  organizationId: string,
  { domainIds, beforeDay }: OldReports,
): Promise<void> {
  const where = `organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
    AND day < {beforeDay:Date}`;
  const params = { organizationId, domainIds, beforeDay };
  await deletePermanently(engine, { columns: ["organization_id", "domain_id", "day"], where, params });
}

interface RowsToDelete {
  /** Rows are deleted from tables that have all these columns. */
  readonly columns: readonly string[];
  readonly where: string;
  readonly params: QueryParams;
}

async function deletePermanently(engine: WritingEngine, rows: RowsToDelete): Promise<void> {
  const { layout } = engine;
  const found = await engine.select<TableWithDomains>(toTablesQuery(layout), { columns: rows.columns });
  const tables = Map.groupBy(found, ({ table }) => layout.fromStored(table));
  await Promise.all(
    [...tables].map(([table, copies]) => {
      const isUnfinished = Math.max(...copies.map((copy) => copy.isUnfinished));
      return deleteFrom(engine, { table, isUnfinished }, rows);
    }),
  );
}

interface TableWithDomains {
  readonly table: string;
  /** 1: an earlier deletion is unfinished. */
  readonly isUnfinished: number;
}

function toTablesQuery({ database, toStored, toSystemTable }: TableLayout): string {
  return `SELECT name AS table, position(engine_full, 'old_parts_lifetime = 1') > 0 AS isUnfinished
FROM ${toSystemTable("tables")}
WHERE database = ${database} AND engine LIKE '%MergeTree' AND name <> '${toStored(markTable)}' AND name IN (
  SELECT table FROM system.columns WHERE database = ${database}
  GROUP BY table HAVING hasAll(groupArray(name), {columns:Array(String)}))`;
}

async function deleteFrom(
  engine: WritingEngine,
  { table, isUnfinished }: TableWithDomains,
  rows: RowsToDelete,
): Promise<void> {
  const { where, params } = rows;
  const found = await engine.select(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, params);
  if (found.length === 0 && !isUnfinished) return;
  await engine.command(`ALTER TABLE ${table} MODIFY SETTING ${quickRemoval}`, {});
  await engine.command(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 0`, params);
  await waitForMutations(engine, table);
  await waitForRemoval(engine, table);
  await engine.command(`ALTER TABLE ${table} RESET SETTING ${quickRemovalSettings}`, {});
}

/** What a mutation says that another statement has interrupted, ABORTED in ClickHouse: the engine tries again by itself. */
const CANCELLED = /^Code: 236\b/;

/** Polls instead of using `mutations_sync`, which would block the only writing connection for as long. */
async function waitForMutations(engine: WritingEngine, table: string): Promise<void> {
  const { database, toStored, toSystemTable } = engine.layout;
  const query = `SELECT latest_fail_reason AS failure FROM ${toSystemTable("mutations")}
    WHERE database = ${database} AND table = {table:String} AND NOT is_done`;
  for (;;) {
    const unfinished = await engine.select<{ failure: string }>(query, { table: toStored(table) });
    if (unfinished.length === 0) return;
    const failure = unfinished.map((mutation) => mutation.failure).find((text) => text !== "" && !CANCELLED.test(text));
    if (failure !== undefined) throw new Error(`Deleting rows of ${table} has failed: ${failure}`);
    await sleep(POLL_MS);
  }
}

/** Waits for the parts that are replaced by now; concurrent merges add others. */
async function waitForRemoval(engine: WritingEngine, table: string): Promise<void> {
  const { database, toStored, toSystemTable } = engine.layout;
  const query = `SELECT name FROM ${toSystemTable("parts")}
    WHERE database = ${database} AND table = {table:String} AND NOT active`;
  const params = { table: toStored(table) };
  const replaced = new Set((await engine.select<{ name: string }>(query, params)).map(({ name }) => name));
  for (let left = replaced.size; left > 0; ) {
    await sleep(POLL_MS);
    // This partition does not exist: the statement removes old parts, which an idle table does only occasionally. It cancels what
    // runs on the whole table, merges and others' mutations, which then fail for those who wait for them.
    if (!(await isBusy(engine, table))) await engine.command(`ALTER TABLE ${table} DROP PARTITION ID 'none'`, {});
    left = (await engine.select<{ name: string }>(query, params)).filter(({ name }) => replaced.has(name)).length;
  }
}

/** Whether parts of a table are being merged or mutated. */
async function isBusy({ layout, select }: WritingEngine, table: string): Promise<boolean> {
  const { database, toStored, toSystemTable } = layout;
  const query = `SELECT 1 FROM ${toSystemTable("merges")} WHERE database = ${database} AND table = {table:String} LIMIT 1`;
  return (await select(query, { table: toStored(table) })).length > 0;
}
