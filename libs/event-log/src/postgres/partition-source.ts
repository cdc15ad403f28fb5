import type { Pool } from "pg";
import { EventLogError } from "../errors.ts";
import type { SubscribeOptions } from "../event-log.ts";
import type { PartitionSource } from "../partition-reader.ts";
import { fetchMessages } from "./fetch-messages.ts";
import type { LockSession } from "./lock-session.ts";

export interface SourceOptions {
  readonly pool: Pool;
  readonly session: LockSession;
  readonly partition: number;
  readonly partitionId: number;
  readonly subscription: SubscribeOptions;
  /** Aborts when the partition must move to another member. */
  readonly surrendered: AbortSignal;
}

/** A partition whose lock the session holds. Reads use the pool, so that a long fetch does not delay a heartbeat. */
export function createPartitionSource(options: SourceOptions): PartitionSource {
  const { pool, session, partitionId, subscription } = options;
  return {
    isStale: () => options.surrendered.aborted || session.isLost(),
    readCommitted: () => readCommitted(pool, subscription.group, partitionId),
    fetch(offset) {
      const { batchMessagesMax: messagesMax, batchBytesMax: bytesMax } = subscription;
      return fetchMessages(pool, { partition: options.partition, partitionId, offset, messagesMax, bytesMax });
    },
    commit: (nextOffset) => commit(options, nextOffset),
  };
}

/**
 * Registers a group at the beginning of the log. From then on, messages that it has not committed are not deleted.
 * Idempotent.
 */
export async function registerGroup(pool: Pool, group: string, partitionIds: readonly number[]): Promise<void> {
  await pool.query(
    `insert into event_log.group_offsets (consumer_group, partition_id, committed)
     select $1, p.id, coalesce((select min(message_offset) from event_log.messages where partition_id = p.id), p.next_offset)
     from event_log.partitions p where p.id = any($2::int[])
     on conflict do nothing`,
    [group, partitionIds],
  );
}

async function readCommitted(pool: Pool, group: string, partitionId: number): Promise<bigint> {
  const { rows } = await pool.query<{ committed: string }>(
    "select committed from event_log.group_offsets where consumer_group = $1 and partition_id = $2",
    [group, partitionId],
  );
  return BigInt(rows[0]?.committed ?? 0);
}

/** Runs in the session that holds the lock, so it cannot arrive after the lock is lost. */
async function commit({ session, subscription, partitionId }: SourceOptions, nextOffset: bigint): Promise<void> {
  if (session.isLost()) throw new EventLogError("batch_stale", "The session that held the partition is lost.");
  await session.query({
    name: "event_log_commit",
    text: `update event_log.group_offsets set committed = $3, committed_at = statement_timestamp()
           where consumer_group = $1 and partition_id = $2`,
    values: [subscription.group, partitionId, nextOffset],
  });
}
