import { executeSql } from "@ruaflow/metadata-store/testing";

/** Every table that writing a report changes. */
const TABLES = ["ledger_state", "report_ledger", "stored_reports", "report_days", "arrivals", "events"];

/** `inPlace`: the tables are filled again. `recreated`: `ledger_state` is another table, as after `pg_restore --clean`. */
export type RestoreKind = "inPlace" | "recreated";

/** Copies the tables that writing changes, as a dump does. Returns what restores them. */
export async function backUpDatabase(url: string): Promise<(kind?: RestoreKind) => Promise<void>> {
  const run = (statements: readonly string[]) => executeSql(url, statements.join("; "));
  await run([
    "DROP SCHEMA IF EXISTS backup CASCADE",
    "CREATE SCHEMA backup",
    ...TABLES.map((table) => `CREATE TABLE backup.${table} AS TABLE public.${table}`),
  ]);
  return async (kind = "inPlace") => {
    const recreate = [
      "ALTER TABLE ledger_state RENAME TO older",
      "CREATE TABLE ledger_state (LIKE older INCLUDING ALL)",
      "DROP TABLE older",
    ];
    await run([
      "BEGIN",
      ...(kind === "recreated" ? recreate : []),
      ...TABLES.flatMap((table) => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM backup.${table}`,
      ]),
      "COMMIT",
    ]);
  };
}
