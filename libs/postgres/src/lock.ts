import type { Database, Queryable } from "./database.ts";

/**
 * Runs `work` unless another process holds the lock, and returns its result, or `null` when it did not run. The lock ends
 * with its transaction: when this process dies, another one can take the lock at once. A lost connection frees the lock
 * while `work` still runs.
 *
 * @param key 32 bits, unique for each kind of work in the database; or a text that begins with a word for its kind
 * @param work receives the lock's transaction, for statements that must commit together with it
 */
export function tryWithLock<Result>(
  database: Database,
  key: number | string,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result | null> {
  return database.transaction(async (transaction) => {
    const number = typeof key === "number" ? "$1::bigint" : "hashtextextended($1, 0)";
    const sql = `SELECT pg_try_advisory_xact_lock(${number}) AS held`;
    const [lock] = await transaction.query<{ held: boolean }>(sql, [key]);
    return lock?.held === true ? work(transaction) : null;
  });
}
