import { type Database, type Queryable, tryWithLock } from "@ruaflow/postgres";

/** Work of the keeper that only one process at a time does. */
export type WatchTask = "dns" | "alerts" | "reconciliation" | "attention" | "mail-verdicts" | "copies" | "verdicts";

/** "rudw", "rual", "rurc", "ruat", "rumv", "rucp" and "ruvd" in ASCII. */
const locks: Readonly<Record<WatchTask, number>> = {
  dns: 0x72756477,
  alerts: 0x7275616c,
  reconciliation: 0x72757263,
  attention: 0x72756174,
  "mail-verdicts": 0x72756d76,
  copies: 0x72756370,
  verdicts: 0x72757664,
};

/**
 * Runs `work` unless another process is doing the same task, and returns whether it ran. If this process dies, another one
 * can start at once. If it loses its connection, another one can start too, so `work` must be safe beside a second writer.
 */
export async function withWatchLock(database: Database, task: WatchTask, work: () => Promise<void>): Promise<boolean> {
  const ran = await tryWithLock(database, locks[task], async () => {
    await work();
    return true;
  });
  return ran ?? false;
}

/** When the last completed round began, in any process; `null`: never. */
export async function readLastRound(database: Queryable, task: string): Promise<Date | null> {
  const rows = await database.query<{ begun_at: Date }>("SELECT begun_at FROM watch_rounds WHERE task = $1", [task]);
  return rows[0]?.begun_at ?? null;
}

/** Saves a completed round. An interrupted round is not saved, and so it is repeated. */
export async function saveRound(database: Queryable, task: string, begunAt: Date): Promise<void> {
  await database.query(
    `INSERT INTO watch_rounds (task, begun_at) VALUES ($1, $2)
     ON CONFLICT (task) DO UPDATE SET begun_at = excluded.begun_at`,
    [task, begunAt],
  );
}
