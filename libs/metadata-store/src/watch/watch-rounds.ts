import { type Database, type Queryable, tryWithLock } from "@ruaflow/postgres";

/** Work of the watcher that one process at a time does. */
export type WatchTask = "dns" | "alerts";

/** "rudw" and "rual" in ASCII. */
const locks: Readonly<Record<WatchTask, number>> = { dns: 0x72756477, alerts: 0x7275616c };

/**
 * Runs `work` unless another process is at the same task; whether it ran. Should this one die, the next one may at once.
 * Losing the connection meanwhile lets another one in, so what `work` saves must be right beside a second writer.
 */
export async function withWatchLock(database: Database, task: WatchTask, work: () => Promise<void>): Promise<boolean> {
  return tryWithLock(database, locks[task], work);
}

/** When a round was begun last, whichever process did it; `null`: never. */
export async function readLastRound(database: Queryable, task: string): Promise<Date | null> {
  const rows = await database.query<{ begun_at: Date }>("SELECT begun_at FROM watch_rounds WHERE task = $1", [task]);
  return rows[0]?.begun_at ?? null;
}

/** Notes a round, once it is done, so that one that a crash cut short is done again. */
export async function saveRound(database: Queryable, task: string, begunAt: Date): Promise<void> {
  await database.query(
    `INSERT INTO watch_rounds (task, begun_at) VALUES ($1, $2)
     ON CONFLICT (task) DO UPDATE SET begun_at = excluded.begun_at`,
    [task, begunAt],
  );
}
