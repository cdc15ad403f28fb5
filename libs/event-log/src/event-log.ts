/**
 * The event log's port: what the product needs of Apache Kafka, in Kafka's words, and what every driver must promise.
 * The conformance suite (`src/testing`) holds each driver to it.
 */

/** A message to append. Messages with the same key go to the same partition and keep their order. */
export interface LogMessage {
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** A message as a consumer sees it. */
export interface ReceivedMessage extends LogMessage {
  readonly partition: number;
  readonly offset: bigint;
  readonly appendedAt: Date;
}

/** Messages of one partition, in order, as fetched by one consumer of a group. */
export interface Batch {
  readonly topic: string;
  readonly partition: number;
  /** Never empty; one message may exceed the batch's limit of bytes when it is alone. */
  readonly messages: readonly ReceivedMessage[];
  /** True once the partition may belong to somebody else, or is wanted by somebody else: work on it must stop. */
  isStale(): boolean;
  /** Tells the group that this consumer lives; to be called between parts of long work, never from a blind timer. */
  heartbeat(): Promise<void>;
  /** Commits `lastOffset` + 1: everything up to and including `lastOffset` is done. Rejects once the partition is lost. */
  commit(lastOffset: bigint): Promise<void>;
}

export interface Subscription {
  /** The partitions this member of the group owns now. */
  assignedPartitions(): readonly number[];
  /** Stops fetching, waits for the batches in hand, gives up its partitions. Idempotent. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  readonly topic: string;
  readonly group: string;
  readonly batchMessagesMax: number;
  readonly batchBytesMax: number;
  /**
   * Called with one batch at a time per partition; partitions run side by side. What it does not commit is delivered
   * again. A rejection means: deliver again from the last commit, after a pause.
   */
  readonly onBatch: (batch: Batch) => Promise<void>;
  /** Called when the subscription cannot go on (a crash that will not restart, offsets out of range). */
  readonly onFatal: (error: Error) => void;
  /** Called for what failed and will be tried again without help (a lost connection, a rejected `onBatch`). */
  readonly onRetry?: (error: Error) => void;
}

/** Where a group stands in one partition. */
export interface PartitionLag {
  readonly partition: number;
  /** Next offset to be appended. */
  readonly end: bigint;
  /** Next offset the group will read. */
  readonly committed: bigint;
  readonly lagMessages: number;
  /** Age of the oldest message not yet committed, in seconds; 0 when there is none. Kafka rounds it up by at most half. */
  readonly lagSeconds: number;
}

export interface EventLog {
  readonly driver: "kafka" | "postgres" | "memory";
  /** Creates what is missing (topics, tables); safe to run from several processes at once. */
  prepare(): Promise<void>;
  /**
   * Resolves once every message is durable. Rejects as a whole; a rejected append may still have taken effect, wholly
   * or in part. Rejects at once with `message_too_large` for a message beyond `messageBytesMax`.
   */
  append(topic: string, messages: readonly LogMessage[]): Promise<void>;
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /**
   * Reads every message that the topic has now, each partition's in order, without a group: it disturbs no consumer and
   * leaves nothing behind. For tools of the operator; it rejects with `topic_unknown`.
   */
  readTopic(topic: string): AsyncIterable<ReceivedMessage>;
  readLag(topic: string, group: string): Promise<readonly PartitionLag[]>;
  /** Throws when the log cannot be reached. */
  ping(): Promise<void>;
  /** Stops what is still subscribed, waits for appends under way and disconnects. Idempotent. */
  close(): Promise<void>;
}
