import type { WritingEngine } from "../engine/engine.ts";
import { insertSettings } from "../rows/insert-lines.ts";
import { type BackupTable, listColumns } from "./tables.ts";

const ROWS_MAX = 20_000;
const CHARACTERS_MAX = 4 * 2 ** 20;

/**
 * Inserts rows as {@link exportRows} returned them; columns that the table has gained since get their defaults. Resolves
 * with the number of rows.
 * @throws Error for a column that the table does not have
 */
export async function importRows(
  engine: WritingEngine,
  { table, columns }: { readonly table: BackupTable; readonly columns: readonly string[] },
  lines: AsyncIterable<string>,
): Promise<number> {
  const known = new Set(await listColumns(engine, table));
  const unknown = columns.find((column) => !known.has(column));
  if (unknown !== undefined) throw new Error(`the table ${table} has no column ${JSON.stringify(unknown)}`);
  // A backup of many years has more partitions than an insert usually may.
  const settings = `${insertSettings}, max_partitions_per_insert_block = 0`;
  const statement = `INSERT INTO ${table} (${columns.join(", ")}) SETTINGS ${settings} FORMAT JSONCompactEachRow`;
  let pending: string[] = [];
  let characters = 0;
  let rows = 0;
  for await (const line of lines) {
    pending.push(line);
    characters += line.length;
    if (pending.length < ROWS_MAX && characters < CHARACTERS_MAX) continue;
    await engine.insert(statement, pending);
    rows += pending.length;
    pending = [];
    characters = 0;
  }
  if (pending.length > 0) await engine.insert(statement, pending);
  return rows + pending.length;
}
