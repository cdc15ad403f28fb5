import { createAppendQueue } from "../append-queue.ts";
import { EventLogError } from "../errors.ts";
import type { EventLog, SubscribeOptions, Subscription } from "../event-log.ts";
import { checkMessages } from "../message-size.ts";
import { choosePartition } from "../partition.ts";
import { reportOutages } from "../report-outages.ts";
import { SESSION_TIMEOUT_MS } from "../settings.ts";
import { listTopics, type TopicSettings } from "../topics.ts";
import { explainAtStart } from "./explain-failure.ts";
import { findLostMessages } from "./find-lost-messages.ts";
import type { KafkaClient } from "./kafka-client.ts";
import { readBounds, readLag, readPositions } from "./lag.ts";
import { createLogProducer } from "./producer.ts";
import { createPartitionCount, createTopics } from "./topic-metadata.ts";

export interface KafkaLogOptions {
  /** For topics that do not exist yet; the default is that of `listTopics`. */
  readonly partitions?: number;
  readonly topics?: readonly TopicSettings[];
  /** A member that sends no heartbeat for this long loses its partitions. */
  readonly sessionTimeoutMs?: number;
}

/**
 * The event log on Apache Kafka, through a client library. It rejects with `OutageError` while no broker responds or is
 * ready.
 */
export function createKafkaLog(client: KafkaClient, options: KafkaLogOptions): EventLog {
  return reportOutages(openKafkaLog(client, options), client.isOutage);
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions of one log, which share its client
function openKafkaLog(client: KafkaClient, options: KafkaLogOptions): EventLog {
  const countPartitions = createPartitionCount(client);
  const producer = createLogProducer(() => client.openProducer());
  const queue = createAppendQueue((messages) => producer.write(messages));
  const subscriptions = new Set<Subscription>();
  let connected: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  async function connect(): Promise<void> {
    if (closed) throw new EventLogError("log_closed", "The log is closed.");
    connected ??= client.connect().catch((error) => {
      connected = undefined;
      throw error;
    });
    await connected;
  }

  /** Joins the group, unless unread messages were deleted: it refuses to skip them. */
  async function join(subscription: SubscribeOptions): Promise<Subscription> {
    const partitions = await countPartitions(subscription.topic);
    const lost = await findLostMessages(client, subscription);
    if (lost) {
      subscription.onFatal(lost);
      return { assignedPartitions: () => [], assignedShare: () => 0, stop: async () => {} };
    }
    return client.join({ partitions, sessionTimeoutMs: options.sessionTimeoutMs ?? SESSION_TIMEOUT_MS, subscription });
  }

  async function close(): Promise<void> {
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    await queue.drain();
    await producer.close();
    await client.close();
  }

  return {
    driver: "kafka",
    async prepare() {
      await connect().catch((error) => {
        throw explainAtStart(error);
      });
      await createTopics(client, options.topics ?? listTopics(options.partitions));
    },
    async append(topic, messages) {
      await connect();
      checkMessages(messages);
      const partitions = await countPartitions(topic);
      await queue.add(
        messages.map((message) => ({ ...message, topic, partition: choosePartition(message.key, partitions) })),
      );
    },
    async subscribe(subscription) {
      await connect();
      const started = await join(subscription);
      subscriptions.add(started);
      return started;
    },
    async *readTopic(topic) {
      await connect();
      await countPartitions(topic);
      const bounds = (await readBounds(client, topic)).filter(({ low, high }) => low < high);
      if (bounds.length > 0) yield* client.readTopic(topic, bounds);
    },
    async readLag(topic, group) {
      await connect();
      return readLag(client, topic, group);
    },
    async readPositions(topic, group) {
      await connect();
      return readPositions(client, topic, group);
    },
    async ping() {
      await connect();
      await client.ping();
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}
