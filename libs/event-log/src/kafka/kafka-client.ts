import type { PlacedMessage } from "../append-queue.ts";
import type { ReceivedMessage, SubscribeOptions, Subscription } from "../event-log.ts";
import type { TopicSettings } from "../topics.ts";

/** The connection to the brokers, in the terms of Kafka and not of a client library. */
export interface KafkaConnectionOptions {
  /** `host:port` of some of the brokers. */
  readonly brokers: readonly string[];
  /** Not set: no TLS. An authority and a client certificate are PEM. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: KafkaLogin;
  /** How long to wait for a broker's response. */
  readonly requestTimeoutMs?: number;
  /** Called for background failures that will be retried, once per outage. */
  readonly onRetry?: (error: Error) => void;
}

export interface KafkaLogin {
  readonly mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
  readonly username: string;
  readonly password: string;
}

/** The part of a partition that the log holds. */
export interface PartitionBounds {
  readonly partition: number;
  /** The first offset. */
  readonly low: bigint;
  /** The next offset to be appended. */
  readonly high: bigint;
}

/** An idempotent producer that waits for all in-sync replicas. */
export interface KafkaProducer {
  send(messages: readonly PlacedMessage[]): Promise<void>;
  close(): Promise<void>;
}

export interface JoinOptions {
  /** The number of the topic's partitions. */
  readonly partitions: number;
  readonly sessionTimeoutMs: number;
  readonly subscription: SubscribeOptions;
}

/** What the event log needs from a client library for Apache Kafka. */
export interface KafkaClient {
  connect(): Promise<void>;
  close(): Promise<void>;
  ping(): Promise<void>;
  listTopics(): Promise<readonly string[]>;
  /** Creates topics that do not exist; another process may create them at the same time. */
  createTopics(topics: readonly NewTopic[]): Promise<void>;
  countPartitions(topic: string): Promise<number>;
  readBounds(topic: string): Promise<readonly PartitionBounds[]>;
  /** The committed offsets of a group, by partition; partitions without a commit are left out. */
  readCommitted(topic: string, group: string): Promise<ReadonlyMap<number, bigint>>;
  /** The first offset since `time` (Unix milliseconds), by partition. Without one: the next offset, or left out. */
  findOffsets(topic: string, time: number): Promise<ReadonlyMap<number, bigint>>;
  openProducer(): Promise<KafkaProducer>;
  /** Joins the group and reads from its commits on; without a commit from the beginning of the log. */
  join(options: JoinOptions): Promise<Subscription>;
  /** Reads the messages within `bounds`, without affecting any group; each of the bounds has at least one message. */
  readTopic(topic: string, bounds: readonly PartitionBounds[]): AsyncIterable<ReceivedMessage>;
  /** A broker that cannot be reached, has no leader yet or does not respond in time; not a mistake in the settings. */
  isOutage(error: unknown): boolean;
  /** A broker that responds, and is not ready yet. */
  isNotReady(error: unknown): boolean;
}

/** A topic with the settings that Kafka gets for it. */
export interface NewTopic extends TopicSettings {
  readonly config: Readonly<Record<string, string>>;
}
