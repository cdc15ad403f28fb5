import type { Pool, PoolClient } from "pg";
import { sleep } from "../signal.ts";

const RETENTION_LOCK = 7_268_541_002;
const STEP_MESSAGES = 1000;

export interface RetentionOptions {
  /** Age at which messages that every known group has committed are deleted. */
  readonly retentionMs: number;
  readonly everyMs: number;
  readonly onRetry: (error: Error) => void;
  readonly stopping: AbortSignal;
}

/** Deletes old, committed messages at intervals until stopped. */
export async function runRetention(pool: Pool, options: RetentionOptions): Promise<void> {
  while (!options.stopping.aborted) {
    await sleep(options.everyMs, options.stopping);
    if (options.stopping.aborted) return;
    await deleteOldMessages(pool, options.retentionMs, options.stopping).catch(options.onRetry);
  }
}

/**
 * One pass over all partitions in small steps, each a separate transaction, so that no append waits for long. Only one
 * process runs it at a time; the others return at once. Returns the number of deleted messages.
 */
export async function deleteOldMessages(pool: Pool, retentionMs: number, stopping: AbortSignal): Promise<number> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [RETENTION_LOCK]);
    const deleted = rows[0].locked ? await deleteEverywhere(client, retentionMs, stopping) : 0;
    await client.query("select pg_advisory_unlock_all()");
    client.release();
    return deleted;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function deleteEverywhere(client: PoolClient, retentionMs: number, stopping: AbortSignal): Promise<number> {
  const { rows } = await client.query<{ id: number }>("select id from event_log.partitions order by id");
  let deleted = 0;
  for (const { id } of rows) {
    for (let step = STEP_MESSAGES; step === STEP_MESSAGES && !stopping.aborted; deleted += step) {
      step = await deleteStep(client, id, retentionMs);
    }
  }
  return deleted;
}

/** Stops at the first message that must stay, so that a partition never has a gap. */
async function deleteStep(client: PoolClient, partitionId: number, retentionMs: number): Promise<number> {
  const { rowCount } = await client.query(
    `with bounds as (
       select coalesce(min(g.committed), p.next_offset) as done,
         case when count(g.committed) = 0 then p.retention_ms else $2::bigint end * interval '1 millisecond' as age
       from event_log.partitions p left join event_log.group_offsets g on g.partition_id = p.id
       where p.id = $1 group by p.id),
     oldest as (
       select message_offset, appended_at from event_log.messages
       where partition_id = $1 order by message_offset limit ${STEP_MESSAGES})
     delete from event_log.messages where partition_id = $1 and message_offset in (
       select message_offset from oldest, bounds
       where message_offset < done and appended_at < statement_timestamp() - age)`,
    [partitionId, retentionMs],
  );
  return rowCount ?? 0;
}
