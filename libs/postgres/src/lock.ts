import type { Database, Queryable } from "./database.ts";

/**
 * Runs `work` unless another process holds the lock, and returns its result, or `null` when it did not run. The lock ends
 * with its transaction: when this process dies, another one can take the lock at once. A lost connection frees the lock
 * while `work` still runs.
 *
 * @param key 32 bits, unique for each kind of work in the database
 * @param work receives the lock's transaction, for statements that must commit together with it
 */
export function tryWithLock<Result>(
  database: Database,
  key: number,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result | null> {
  return database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ held: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS held", [key]);
    return lock?.held === true ? work(transaction) : null;
  });
}
