import type { WritingEngine } from "../engine/engine.ts";
import { maintenanceSettings } from "../engine/read-settings.ts";
import { exportRows } from "./export-rows.ts";
import { importRows } from "./import-rows.ts";
import { type BackupTable, backupTables, listColumns } from "./tables.ts";

/** What ClickHouse has of an organization's reports. */
export interface StoredNumbers {
  readonly organizationId: string;
  readonly reports: string;
  readonly records: string;
  /** Modulo 2^64: counts can be forged. */
  readonly messages: string;
}

/** Copies of what PostgreSQL has, and verdicts, which are made again. */
const DERIVED = ["visibility", "source_facts", "domains", "attention", "verdicts"];

/** What a backup reads and a restore writes: whole tables of all organizations. */
export function createBackupAccess(engine: WritingEngine) {
  return {
    tables: backupTables,
    listColumns: (table: BackupTable) => listColumns(engine, table),
    exportRows: (table: BackupTable, columns: readonly string[]) => exportRows(engine, { table, columns }),
    importRows: (
      target: { readonly table: BackupTable; readonly columns: readonly string[] },
      lines: AsyncIterable<string>,
    ) => importRows(engine, target, lines),
    countRows: (table: BackupTable) => countRows(engine, table),
    readNumbers: () => engine.select<StoredNumbers>(numbersQuery, {}),
    isEmpty: () => isEmpty(engine),
    /** Drops all tables of the product; `migrate()` creates them again, and replaces the views. May be repeated. */
    async clear(): Promise<void> {
      for (const table of [...backupTables, ...DERIVED, "schema_migrations"])
        await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`, {});
    },
  };
}

async function countRows(engine: WritingEngine, table: BackupTable): Promise<number> {
  const [row] = await engine.select<{ rows: string }>(`SELECT toString(count()) AS rows FROM ${table}`, {});
  return Number(row?.rows ?? 0);
}

async function isEmpty(engine: WritingEngine): Promise<boolean> {
  for (const table of backupTables) {
    if ((await listColumns(engine, table)).length > 0 && (await countRows(engine, table)) > 0) return false;
  }
  return true;
}

const numbersQuery = `SELECT organization_id AS organizationId, toString(sum(report_rows)) AS reports,
  toString(sum(record_rows)) AS records, toString(sum(mails)) AS messages
FROM (
  SELECT organization_id, count() AS report_rows, toUInt64(0) AS record_rows, toUInt64(0) AS mails
  FROM reports GROUP BY organization_id
  UNION ALL
  SELECT organization_id, 0, count(), sum(count) FROM records GROUP BY organization_id
) GROUP BY organization_id ORDER BY organization_id ${maintenanceSettings}`;
