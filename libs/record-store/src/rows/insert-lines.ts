import type { InsertingEngine } from "../engine/engine.ts";
import { toWriteError } from "../engine/write-error.ts";

const ROWS_MAX = 100_000;
const CHARACTERS_MAX = 32 * 2 ** 20;

/**
 * Settings of every insert. In releases that have it, `deduplicate_insert` is on by default and overrides
 * `insert_deduplicate`. A line may have fewer values than the table has columns: a message that an earlier release wrote
 * lacks the columns added since, which are the last ones, and gets their defaults.
 */
export const insertSettings = [
  "async_insert = 0",
  "insert_deduplicate = 0",
  "deduplicate_insert = 'disable'",
  "deduplicate_blocks_in_dependent_materialized_views = 0",
  "input_format_json_compact_allow_variable_number_of_columns = 1",
].join(", ");

export interface InsertTarget {
  readonly table: "records" | "reports";
  readonly columns: readonly string[];
}

/**
 * Inserts rows given as JSONCompactEachRow lines, at most 100,000 rows and about 32 Mi characters at a time, and
 * resolves once all are stored. Rejects when one INSERT fails; earlier ones have then taken effect.
 *
 * @throws RefusedWriteError when a column does not accept a value
 * @throws OutageError when the engine temporarily cannot store the rows
 */
export async function insertLines(
  engine: InsertingEngine,
  target: InsertTarget,
  lines: Iterable<string>,
): Promise<void> {
  const statement = `INSERT INTO ${target.table} (${target.columns.join(", ")}) SETTINGS ${insertSettings} FORMAT JSONCompactEachRow`;
  let pending: string[] = [];
  let characters = 0;
  for (const line of lines) {
    pending.push(line);
    characters += line.length;
    if (pending.length < ROWS_MAX && characters < CHARACTERS_MAX) continue;
    await insert(engine, statement, pending);
    pending = [];
    characters = 0;
  }
  if (pending.length > 0) await insert(engine, statement, pending);
}

function insert(engine: InsertingEngine, statement: string, lines: readonly string[]): Promise<void> {
  return engine.insert(statement, lines).catch((error) => {
    throw toWriteError(error);
  });
}
