import type { Database } from "./database.ts";

/**
 * Runs `work` unless another process holds the lock, and returns whether it ran. The lock ends with its transaction: when
 * this process dies, another one can take the lock at once. A lost connection frees the lock while `work` still runs.
 *
 * @param key 32 bits, unique for each kind of work in the database
 */
export function tryWithLock(database: Database, key: number, work: () => Promise<void>): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ held: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS held", [key]);
    if (lock?.held !== true) return false;
    await work();
    return true;
  });
}
