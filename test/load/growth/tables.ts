import { executeSql } from "@ruaflow/engines/testing";

/** The tables that have a row per report, apart from those of rare cases. */
export const REPORT_TABLES = [
  "report_ledger",
  "stored_reports",
  "report_days",
  "arrivals",
  "submissions",
  "submission_bodies",
] as const;

const NAMES = REPORT_TABLES.map((name) => `'${name}'`).join(", ");

interface Definition {
  readonly drop: string;
  readonly create: string;
}

/**
 * Drops the indexes of {@link REPORT_TABLES}, runs `fill` and builds them again, which is several times faster. Built at once, indexes
 * are smaller than those that grew.
 */
export async function withoutIndexes(url: string, fill: () => Promise<void>): Promise<void> {
  const definitions = [...(await readConstraints(url)), ...(await readIndexes(url))];
  for (const { drop } of definitions) await executeSql(url, drop);
  await fill();
  for (const { create } of definitions) {
    await executeSql(url, `SET maintenance_work_mem = '512MB'; SET max_parallel_maintenance_workers = 1; ${create}`);
  }
}

function readConstraints(url: string) {
  return readDefinitions(
    url,
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
     FROM pg_constraint WHERE contype IN ('p', 'u') AND conrelid::regclass::text IN (${NAMES})`,
  );
}

/** Those that no constraint has. */
function readIndexes(url: string) {
  return readDefinitions(
    url,
    `SELECT format('DROP INDEX %I', indexname) AS drop, indexdef AS create FROM pg_indexes
     WHERE tablename IN (${NAMES}) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)`,
  );
}

async function readDefinitions(url: string, sql: string): Promise<Definition[]> {
  return (await executeSql(url, sql)).map((row) => ({ drop: String(row.drop), create: String(row.create) }));
}

/** Bytes of one table on disk. */
export interface TableBytes {
  readonly table: string;
  readonly heap: number;
  readonly indexes: number;
}

export async function readTableBytes(url: string): Promise<TableBytes[]> {
  const rows = await executeSql(
    url,
    `SELECT relname AS table,
       (pg_total_relation_size(oid) - pg_indexes_size(oid))::float8 AS heap, pg_indexes_size(oid)::float8 AS indexes
     FROM pg_class WHERE relname IN (${NAMES}) AND relkind = 'r' ORDER BY array_position(ARRAY[${NAMES}], relname::text)`,
  );
  return rows.map(({ table, heap, indexes }) => ({
    table: String(table),
    heap: Number(heap),
    indexes: Number(indexes),
  }));
}
