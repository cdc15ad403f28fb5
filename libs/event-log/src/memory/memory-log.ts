import { EventLogError } from "../errors.ts";
import type { EventLog, LogMessage, PartitionLag, Subscription } from "../event-log.ts";
import { checkMessages } from "../message-size.ts";
import { choosePartition } from "../partition.ts";
import { listTopics, type TopicSettings } from "../topics.ts";
import { type Broker, createBroker, type StoredTopic } from "./broker.ts";

export interface MemoryLogOptions {
  /** Connections with the same broker see the same messages; a new broker by default. */
  readonly broker?: Broker;
  readonly partitions?: number;
  readonly topics?: readonly TopicSettings[];
}

export interface MemoryLog extends EventLog {
  /** Ends this connection as if its process were killed: without waiting, and without further commits. */
  crash(): void;
}

/** The log in memory. Messages last as long as their broker is referenced. */
export function createMemoryLog(options: MemoryLogOptions = {}): MemoryLog {
  const broker = options.broker ?? createBroker();
  const subscriptions = new Set<Subscription & { crash(): void }>();
  let closed = false;

  function open(name: string): StoredTopic {
    if (closed) throw new EventLogError("log_closed", "The log is closed.");
    const topic = broker.topics.get(name);
    if (!topic) throw new EventLogError("topic_unknown", `Topic ${name} does not exist.`);
    return topic;
  }

  function readLagOf(name: string, group: string): readonly PartitionLag[] {
    const topic = open(name);
    return readLag(topic, topic.groups.get(group)?.committed);
  }

  return {
    driver: "memory",
    async prepare() {
      broker.createTopics(options.topics ?? listTopics(options.partitions));
    },
    async append(topic, messages) {
      checkMessages(messages);
      appendTo(open(topic), messages);
    },
    async subscribe(subscribeOptions) {
      const subscription = broker
        .findGroup(open(subscribeOptions.topic), subscribeOptions.group)
        .join(subscribeOptions);
      subscriptions.add(subscription);
      return subscription;
    },
    async *readTopic(topic) {
      yield* open(topic).partitions.flatMap((messages) => [...messages]);
    },
    readLag: async (topic, group) => readLagOf(topic, group),
    readPositions: async (topic, group) => readLagOf(topic, group),
    async ping() {
      if (closed) throw new EventLogError("log_closed", "The log is closed.");
    },
    async close() {
      closed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    },
    crash() {
      closed = true;
      for (const subscription of subscriptions) subscription.crash();
    },
  };
}

function appendTo(topic: StoredTopic, messages: readonly LogMessage[]): void {
  for (const message of messages) {
    const partition = choosePartition(message.key, topic.partitions.length);
    const stored = topic.partitions[partition];
    // A copy: the caller may change its buffer afterwards.
    const value = Buffer.from(message.value);
    stored?.push({ ...message, value, partition, offset: BigInt(stored.length), appendedAt: new Date() });
    for (const group of topic.groups.values()) group.wake(partition);
  }
}

function readLag(topic: StoredTopic, committed: readonly bigint[] = []): readonly PartitionLag[] {
  return topic.partitions.map((messages, partition) => {
    const next = committed[partition] ?? 0n;
    const oldest = messages[Number(next)]?.appendedAt;
    return {
      partition,
      end: BigInt(messages.length),
      committed: next,
      lagMessages: messages.length - Number(next),
      lagSeconds: oldest ? (Date.now() - oldest.getTime()) / 1000 : 0,
    };
  });
}
