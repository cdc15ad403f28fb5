/**
 * The event log's port: what the product needs from Apache Kafka, in Kafka's terms, and what every driver must promise.
 * The conformance suite (`src/testing`) checks each driver against it.
 */

/** A message to append. Messages with the same key go to the same partition and keep their order. */
export interface LogMessage {
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** A message as a consumer receives it. */
export interface ReceivedMessage extends LogMessage {
  readonly partition: number;
  readonly offset: bigint;
  readonly appendedAt: Date;
}

/** Messages of one partition, in order, as fetched by one consumer of a group. */
export interface Batch {
  readonly topic: string;
  readonly partition: number;
  /** Never empty; a single message may exceed the batch's byte limit. */
  readonly messages: readonly ReceivedMessage[];
  /** True once the partition may belong to another consumer, or is about to move to one: work on it must stop. */
  isStale(): boolean;
  /**
   * Tells the group that this consumer is alive; call it between parts of long work, never from an unconditional timer.
   */
  heartbeat(): Promise<void>;
  /** Commits `lastOffset` + 1: everything up to and including `lastOffset` is done. Rejects once the partition is lost. */
  commit(lastOffset: bigint): Promise<void>;
}

export interface Subscription {
  /** The partitions that this group member owns now. */
  assignedPartitions(): readonly number[];
  /** The part of the topic's partitions that this member owns now: 1 if it is the group's only one. */
  assignedShare(): number;
  /** Stops fetching, waits for the batches in progress, gives up its partitions. Idempotent. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  readonly topic: string;
  readonly group: string;
  readonly batchMessagesMax: number;
  readonly batchBytesMax: number;
  /**
   * Called with one batch at a time per partition; partitions run in parallel. Uncommitted messages are delivered
   * again. After a rejection, delivery resumes from the last commit after a pause.
   */
  readonly onBatch: (batch: Batch) => Promise<void>;
  /** Called when the subscription cannot continue (a crash that will not restart, offsets out of range). */
  readonly onFatal: (error: Error) => void;
  /** Called for failures that are retried automatically (a lost connection, a rejected `onBatch`). */
  readonly onRetry?: (error: Error) => void;
}

/** The position of a group in one partition. */
export interface PartitionPosition {
  readonly partition: number;
  /** Next offset to be appended. */
  readonly end: bigint;
  /** Next offset the group will read. */
  readonly committed: bigint;
}

/** How far a group is behind in one partition. */
export interface PartitionLag extends PartitionPosition {
  readonly lagMessages: number;
  /**
   * Age of the oldest uncommitted message, in seconds; 0 without one. The Kafka driver rounds it up by at most half.
   */
  readonly lagSeconds: number;
}

export interface EventLog {
  readonly driver: "kafka" | "postgres";
  /** Creates missing topics and tables; safe to run from several processes at once. */
  prepare(): Promise<void>;
  /**
   * Resolves once every message is durable. A rejected append may still have taken effect, wholly or in part. Rejects
   * at once with `message_too_large` for a message beyond the size limit.
   */
  append(topic: string, messages: readonly LogMessage[]): Promise<void>;
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /**
   * Reads every message that the topic holds now, in order within each partition, without a group: it disturbs no
   * consumer and leaves nothing behind. For operator tools. Rejects with `topic_unknown`.
   */
  readTopic(topic: string): AsyncIterable<ReceivedMessage>;
  readLag(topic: string, group: string): Promise<readonly PartitionLag[]>;
  /** `readLag` without ages, which cost the Kafka driver most of its requests: may be called several times a second. */
  readPositions(topic: string, group: string): Promise<readonly PartitionPosition[]>;
  /** Rejects when the log cannot be reached. */
  ping(): Promise<void>;
  /** Stops all subscriptions, waits for appends under way and disconnects. Idempotent. */
  close(): Promise<void>;
}
