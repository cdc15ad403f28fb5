import { createAppendQueue } from "../append-queue.ts";
import { EventLogError } from "../errors.ts";
import type { EventLog, Subscription } from "../event-log.ts";
import { checkMessages } from "../message-size.ts";
import { choosePartition } from "../partition.ts";
import { reportOutages } from "../report-outages.ts";
import { SESSION_TIMEOUT_MS } from "../settings.ts";
import { listTopics, type TopicSettings } from "../topics.ts";
import { createClient, type KafkaClientOptions } from "./client.ts";
import { explainAtStart } from "./explain-failure.ts";
import { readLag } from "./lag.ts";
import { isKafkaOutage } from "./outage.ts";
import { createLogProducer } from "./producer.ts";
import { readTopic } from "./read-topic.ts";
import { startSubscription } from "./subscription.ts";
import { createPartitionCount, createTopics } from "./topic-metadata.ts";

export interface KafkaLogOptions extends KafkaClientOptions {
  /** For topics that do not exist yet; the default is that of `listTopics`. */
  readonly partitions?: number;
  readonly topics?: readonly TopicSettings[];
  /** A member that sends no heartbeat for this long loses its partitions. */
  readonly sessionTimeoutMs?: number;
}

/**
 * The event log on Apache Kafka, through kafkajs. It rejects with `OutageError` while no broker responds or is ready.
 */
export function createKafkaLog(options: KafkaLogOptions): EventLog {
  return reportOutages(openKafkaLog(options), isKafkaOutage);
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions of one log, which share its client
function openKafkaLog(options: KafkaLogOptions): EventLog {
  const kafka = createClient(options);
  const admin = kafka.admin();
  const countPartitions = createPartitionCount(admin);
  const producer = createLogProducer(kafka);
  const queue = createAppendQueue((messages) => producer.write(messages));
  const subscriptions = new Set<Subscription>();
  let connected: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  async function connect(): Promise<void> {
    if (closed) throw new EventLogError("log_closed", "The log is closed.");
    connected ??= admin.connect().catch((error) => {
      connected = undefined;
      throw error;
    });
    await connected;
  }

  async function close(): Promise<void> {
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    await queue.drain();
    await producer.close();
    await admin.disconnect();
  }

  return {
    driver: "kafka",
    async prepare() {
      await connect().catch((error) => {
        throw explainAtStart(error);
      });
      await createTopics(admin, options.topics ?? listTopics(options.partitions));
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
      const partitions = await countPartitions(subscription.topic);
      const { sessionTimeoutMs = SESSION_TIMEOUT_MS } = options;
      const started = await startSubscription({ kafka, admin, partitions, sessionTimeoutMs, subscription });
      subscriptions.add(started);
      return started;
    },
    async *readTopic(topic) {
      await connect();
      await countPartitions(topic);
      yield* readTopic(kafka, admin, topic);
    },
    async readLag(topic, group) {
      await connect();
      return readLag(admin, topic, group);
    },
    async ping() {
      await connect();
      await admin.describeCluster();
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}
