import type { Admin } from "kafkajs";
import type { EventLog } from "../../event-log.ts";
import type { KafkaClient, NewTopic, PartitionBounds } from "../kafka-client.ts";
import { createKafkaLog, type KafkaLogOptions } from "../kafka-log.ts";
import { createClient, type KafkaJsOptions } from "./client.ts";
import { isKafkaNotReady, isKafkaOutage } from "./errors.ts";
import { openProducer } from "./producer.ts";
import { readTopic } from "./read-topic.ts";
import { startSubscription } from "./subscription.ts";

/** The event log on Apache Kafka, through kafkajs. */
export function createKafkaJsLog(options: KafkaJsOptions & KafkaLogOptions): EventLog {
  return createKafkaLog(openClient(options), options);
}

function openClient(options: KafkaJsOptions): KafkaClient {
  const kafka = createClient(options);
  const admin = kafka.admin();
  return {
    connect: () => admin.connect(),
    close: () => admin.disconnect(),
    async ping() {
      await admin.describeCluster();
    },
    listTopics: () => admin.listTopics(),
    createTopics: (topics) => createTopics(admin, topics),
    async countPartitions(topic) {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      return topics[0]?.partitions.length ?? 0;
    },
    readBounds: (topic) => readBounds(admin, topic),
    readCommitted: (topic, group) => readCommitted(admin, topic, group),
    async findOffsets(topic, time) {
      const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, time);
      return new Map(offsets.map(({ partition, offset }) => [partition, BigInt(offset)]));
    },
    openProducer: () => openProducer(kafka),
    join: (join) => startSubscription(kafka, join),
    readTopic: (topic, bounds) => readTopic({ kafka, admin, topic }, bounds),
    isOutage: isKafkaOutage,
    isNotReady: isKafkaNotReady,
  };
}

async function createTopics(admin: Admin, topics: readonly NewTopic[]): Promise<void> {
  await admin.createTopics({
    topics: topics.map(({ name, partitions, config }) => ({
      topic: name,
      numPartitions: partitions,
      // -1: as many as the brokers' `default.replication.factor`.
      replicationFactor: -1,
      configEntries: Object.entries(config).map(([setting, value]) => ({ name: setting, value })),
    })),
  });
}

async function readBounds(admin: Admin, topic: string): Promise<readonly PartitionBounds[]> {
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }));
}

async function readCommitted(admin: Admin, topic: string, group: string): Promise<ReadonlyMap<number, bigint>> {
  const [entry] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const commits = entry?.partitions.filter(({ offset }) => BigInt(offset) >= 0n) ?? [];
  return new Map(commits.map(({ partition, offset }) => [partition, BigInt(offset)]));
}
