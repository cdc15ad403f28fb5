import type { LockSession } from "./lock-session.ts";

/**
 * One advisory lock per group and partition. The key is a 64-bit hash: a collision would only make one wait for the
 * other.
 */
const lockKey = "hashtextextended($1 || '/' || $2::text, 7268541)";

export async function tryLockPartition(session: LockSession, group: string, partitionId: number): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>({
    name: "event_log_lock",
    text: `select pg_try_advisory_lock(${lockKey}) as locked`,
    values: [group, partitionId],
  });
  return rows[0]?.locked === true;
}

export async function unlockPartition(session: LockSession, group: string, partitionId: number): Promise<void> {
  await session.query({
    name: "event_log_unlock",
    text: `select pg_advisory_unlock(${lockKey})`,
    values: [group, partitionId],
  });
}
