import { EventLogError } from "../errors.ts";
import type { ReceivedMessage, SubscribeOptions, Subscription } from "../event-log.ts";
import { type PartitionReader, type PartitionSource, startPartitionReader } from "../partition-reader.ts";
import { sliceMessages } from "../slices.ts";

interface Member {
  readonly options: SubscribeOptions;
  readonly readers: Map<number, PartitionReader>;
  /** Partitions whose last batch is still in progress; a new batch must not begin before it ends. */
  readonly ending: Map<number, Promise<void>>;
}

/** The topic that a group reads. */
interface GroupedTopic {
  readonly name: string;
  /** Messages by partition; a message's offset is its index. */
  readonly partitions: readonly ReceivedMessage[][];
}

export interface Group {
  /** Next offset to read, by partition. */
  readonly committed: bigint[];
  join(options: SubscribeOptions): Subscription & { crash(): void };
  /** Notifies the owner of the partition of an append. */
  wake(partition: number): void;
}

/**
 * A consumer group: each change of its members begins a new generation and makes every batch of the previous one stale.
 */
export function createGroup(topic: GroupedTopic): Group {
  const committed = topic.partitions.map(() => 0n);
  let members: Member[] = [];
  let generation = 0;

  function rebalance(): void {
    generation += 1;
    for (const member of members) endReaders(member);
    for (const partition of topic.partitions.keys()) {
      const owner = members[partition % members.length];
      if (owner) startReader(owner, partition);
    }
  }

  function startReader(owner: Member, partition: number): void {
    const begun = generation;
    const start = () => {
      if (begun !== generation) return;
      const source = createSource({
        topic,
        partition,
        committed,
        options: owner.options,
        isStale: () => begun !== generation,
      });
      owner.readers.set(
        partition,
        startPartitionReader(source, {
          partition,
          subscription: owner.options,
          pollEveryMs: 500,
          redeliverAfterMs: 100,
        }),
      );
    };
    const ending = owner.ending.get(partition);
    if (ending) void ending.then(start);
    else start();
  }

  function leave(member: Member): void {
    members = members.filter((other) => other !== member);
    rebalance();
  }

  return {
    committed,
    join(options) {
      const member: Member = { options, readers: new Map(), ending: new Map() };
      members.push(member);
      rebalance();
      return toSubscription(member, topic.partitions.length, leave);
    },
    wake(partition) {
      for (const member of members) member.readers.get(partition)?.appended.raise();
    },
  };
}

function endReaders(member: Member): void {
  for (const [partition, reader] of member.readers) member.ending.set(partition, reader.stop());
  member.readers.clear();
}

function toSubscription(member: Member, partitions: number, leave: (member: Member) => void) {
  let stopped: Promise<unknown> | undefined;
  return {
    assignedPartitions: () => [...member.readers.keys()],
    assignedShare: () => member.readers.size / partitions,
    async stop() {
      // Batches in progress may still commit: the partitions are given up only after them.
      stopped ??= Promise.all([...member.readers.values()].map((reader) => reader.stop())).then(() => {
        endReaders(member);
        leave(member);
      });
      await stopped;
      await Promise.all(member.ending.values());
    },
    crash() {
      stopped = Promise.resolve();
      endReaders(member);
      leave(member);
    },
  };
}

interface SourceParts {
  readonly topic: GroupedTopic;
  readonly partition: number;
  readonly committed: bigint[];
  readonly options: SubscribeOptions;
  readonly isStale: () => boolean;
}

function createSource({ topic, partition, committed, options, isStale }: SourceParts): PartitionSource {
  const messages = topic.partitions[partition] ?? [];
  const limits = { messagesMax: options.batchMessagesMax, bytesMax: options.batchBytesMax };
  return {
    isStale,
    readCommitted: async () => committed[partition] ?? 0n,
    async fetch(offset) {
      const start = Number(offset);
      const [first] = sliceMessages(messages.slice(start, start + limits.messagesMax), limits);
      return first ?? [];
    },
    async commit(nextOffset) {
      if (isStale()) throw new EventLogError("batch_stale", `Partition ${partition} belongs to another generation.`);
      committed[partition] = nextOffset;
    },
  };
}
