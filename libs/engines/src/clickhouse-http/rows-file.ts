import { open } from "node:fs/promises";
import type { Statement } from "./chdb-session.ts";

/** Stands for the first argument of the table function `file` in a statement that reads the file of rows. */
const ROWS_FILE = "{rows_file}";

/**
 * Runs a statement with the number of the opened file in place of {@link ROWS_FILE}. By its number, because in a path the engine
 * would take brackets and asterisks for patterns, and a number is of this process alone.
 */
export async function withRowsFile<Result>(
  path: string | undefined,
  statement: Statement,
  run: (statement: Statement) => Promise<Result>,
): Promise<Result> {
  if (path === undefined || !statement.query.includes(ROWS_FILE)) return run(statement);
  const file = await open(path);
  try {
    return await run({ ...statement, query: statement.query.replace(ROWS_FILE, String(file.fd)) });
  } finally {
    await file.close();
  }
}
