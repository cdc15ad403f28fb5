import { postgresLog } from "@ruaflow/event-log";
import { backupTables } from "@ruaflow/record-store";
import { qualifiedTables } from "../database/tables.ts";
import type { ArchivedTable, Manifest } from "./manifest-schema.ts";

/** The list of the bodies. */
export const BODY_LIST = "bodies.jsonl.zst";

/** Where the rows of a table lie in the folder. */
export const toDatabaseFile = (table: string) => `postgres/${table}.copy.zst`;
export const toRowsFile = (table: string) => `clickhouse/${table}.jsonl.zst`;

const databaseTables = new Set([...qualifiedTables, ...postgresLog.tables]);
const rowTables = new Set<string>(backupTables);

/**
 * The first table or file of a manifest that no backup of this release or an earlier one has; `null` when all are known.
 * Tables become part of statements and files are opened, so nothing else may be named, and nothing twice.
 */
export function findUnknownName({ postgres, clickHouse, bodies }: Manifest): string | null {
  return (
    findUnknownTable(postgres.tables, databaseTables, toDatabaseFile) ??
    findUnknownTable(clickHouse.tables, rowTables, toRowsFile) ??
    (bodies.list.file === BODY_LIST ? null : bodies.list.file)
  );
}

function findUnknownTable(
  tables: readonly ArchivedTable[],
  known: ReadonlySet<string>,
  toFile: (table: string) => string,
): string | null {
  const left = new Set(known);
  for (const { name, file } of tables) {
    if (!left.delete(name)) return name;
    if (file !== toFile(name)) return file;
  }
  return null;
}
