import type { Database } from "./database.ts";

/**
 * Runs `work` unless another process holds the lock; whether it ran. The lock ends with its transaction: should this process
 * die, the next one may take it at once, and a lost connection frees it while `work` still runs.
 *
 * @param key 32 bits, one for each kind of work in the whole database
 */
export function tryWithLock(database: Database, key: number, work: () => Promise<void>): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ held: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS held", [key]);
    if (lock?.held !== true) return false;
    await work();
    return true;
  });
}
