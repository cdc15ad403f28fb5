import type { Pool } from "pg";
import type { SubscribeOptions } from "../event-log.ts";
import { type PartitionReader, startPartitionReader } from "../partition-reader.ts";
import type { LockSession } from "./lock-session.ts";
import { notify } from "./notifications.ts";
import { tryLockPartition, unlockPartition } from "./partition-lock.ts";
import { createPartitionSource } from "./partition-source.ts";

interface Owned {
  readonly reader: PartitionReader;
  /** Aborts when the partition must move to another member. */
  readonly surrender: AbortController;
}

export interface OwnedPartitions {
  list(): readonly number[];
  /** Gives up partitions beyond `target`, or takes free ones until it is reached. */
  moveToward(target: number): Promise<void>;
  /** Notifies the readers of these partitions of an append. */
  wake(partitionIds: readonly number[]): void;
  /** Ends all readers after their batch in progress. */
  end(): Promise<void>;
}

export interface OwnedPartitionsOptions {
  readonly pool: Pool;
  readonly session: LockSession;
  readonly partitionIds: readonly number[];
  readonly subscription: SubscribeOptions;
}

/** The partitions that one session owns. Each has a lock and a reader, and the lock outlives the reader. */
export function createOwnedPartitions(options: OwnedPartitionsOptions): OwnedPartitions {
  const { session, partitionIds, subscription } = options;
  const owned = new Map<number, Owned>();
  const listRetained = () => [...owned].filter(([, { surrender }]) => !surrender.signal.aborted);

  async function claim(partition: number, partitionId: number): Promise<void> {
    if (owned.has(partition) || !(await tryLockPartition(session, subscription.group, partitionId))) return;
    const surrender = new AbortController();
    const source = createPartitionSource({ ...options, partition, partitionId, surrendered: surrender.signal });
    const reader = startPartitionReader(source, { partition, subscription, pollEveryMs: 2000, redeliverAfterMs: 1000 });
    owned.set(partition, { reader, surrender });
  }

  async function giveUp(partition: number, { reader, surrender }: Owned): Promise<void> {
    surrender.abort();
    await reader.stop();
    owned.delete(partition);
    await unlockPartition(session, subscription.group, partitionIds[partition] ?? -1);
    await notify(session, { kind: "members", topic: subscription.topic, group: subscription.group });
  }

  return {
    list: () => listRetained().map(([partition]) => partition),
    async moveToward(target) {
      for (const [partition, entry] of listRetained().slice(target)) {
        // In the background, for heartbeats must continue. It fails only when the session, and so the lock, is lost.
        void giveUp(partition, entry).catch(() => {});
      }
      for (const [partition, partitionId] of partitionIds.entries()) {
        if (listRetained().length >= target) return;
        await claim(partition, partitionId);
      }
    },
    wake(ids) {
      for (const [partition, { reader }] of owned) {
        if (ids.includes(partitionIds[partition] ?? -1)) reader.appended.raise();
      }
    },
    async end() {
      await Promise.all([...owned.values()].map(({ reader }) => reader.stop()));
    },
  };
}
