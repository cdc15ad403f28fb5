import type { WritingEngine } from "../engine/engine.ts";

/** The tables with data, and the columns that order their rows, with their types. */
export const KEYS = {
  reports: { organization_id: "String", domain_id: "String", day: "Date", report_id: "String" },
  records: { organization_id: "String", domain_id: "String", day: "Date", report_id: "String", ordinal: "UInt32" },
  deleted_domains: { organization_id: "String", domain_id: "String" },
} as const;

export type BackupTable = keyof typeof KEYS;
export const backupTables: readonly BackupTable[] = ["reports", "records", "deleted_domains"];

/** The columns of a table that can be written; none when it does not exist. */
export async function listColumns(engine: WritingEngine, table: BackupTable): Promise<readonly string[]> {
  const query = `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
    AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY position`;
  return (await engine.select<{ name: string }>(query, { table })).map(({ name }) => name);
}
