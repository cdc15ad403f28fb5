import { Admin, ListOffsetTimestamps } from "@platformatic/kafka";
import type { EventLog } from "../../event-log.ts";
import { askUntilReady, START_WITHIN_MS } from "../ask-until-ready.ts";
import type { KafkaClient, NewTopic, PartitionBounds } from "../kafka-client.ts";
import { createKafkaLog, type KafkaLogOptions } from "../kafka-log.ts";
import { describeCauses, hasApiError, isKafkaNotReady, isKafkaOutage, toKafkaError } from "./errors.ts";
import { createClientContext, guard, type PlatformaticOptions } from "./options.ts";
import { openProducer } from "./producer.ts";
import { readTopic } from "./read-topic.ts";
import { startSubscription } from "./subscription.ts";

/** The event log on Apache Kafka, through @platformatic/kafka. */
export function createPlatformaticLog(options: PlatformaticOptions & KafkaLogOptions): EventLog {
  return createKafkaLog(openClient(options), options);
}

function openClient(options: PlatformaticOptions): KafkaClient {
  const context = createClientContext(options);
  const admin = guard(new Admin(context.options), context);
  const ping = async () => {
    await admin.metadata({ topics: [], forceUpdate: true }).catch(toKafkaError);
  };
  const client: KafkaClient = {
    connect: () =>
      ping().catch((error) => {
        throw context.explain(error);
      }),
    ping,
    close: () => admin.close(),
    listTopics: () => admin.listTopics().catch(toKafkaError),
    async createTopics(topics) {
      await Promise.all(topics.map((topic) => createTopic(admin, topic)));
    },
    countPartitions: (topic) => countPartitions(admin, topic),
    readBounds: (topic) => readBounds(admin, topic),
    readCommitted: (topic, group) => readCommitted(admin, topic, group),
    findOffsets: async (topic, time) => dropMissing(await listOffsets(admin, topic, BigInt(time))),
    openProducer: async () => openProducer(context),
    join: async (join) => startSubscription({ context, cluster: admin, client }, join),
    readTopic: (topic, bounds) => readTopic({ context, cluster: admin, topic }, bounds),
    isOutage: isKafkaOutage,
    isNotReady: isKafkaNotReady,
  };
  return client;
}

async function createTopic(admin: Admin, { name, partitions, config }: NewTopic): Promise<void> {
  const configs = Object.entries(config).map(([setting, value]) => ({ name: setting, value }));
  try {
    // Replicas -1: as many as the brokers' `default.replication.factor`.
    await admin.createTopics({ topics: [name], partitions, replicas: -1, configs });
  } catch (error) {
    if (!hasApiError(error, "TOPIC_ALREADY_EXISTS")) toKafkaError(error);
  }
  // A broker learns of a new topic, and of its leaders, a little later than the controller that answered.
  const isUnknown = (error: unknown) => isKafkaNotReady(error) || describeCauses(error).startsWith("Unknown topic");
  await askUntilReady(() => countPartitions(admin, name), isUnknown, START_WITHIN_MS);
}

async function countPartitions(admin: Admin, topic: string): Promise<number> {
  const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true }).catch(toKafkaError);
  return topics.get(topic)?.partitionsCount ?? 0;
}

async function readBounds(admin: Admin, topic: string): Promise<readonly PartitionBounds[]> {
  const lows = await listOffsets(admin, topic, ListOffsetTimestamps.EARLIEST);
  const highs = await listOffsets(admin, topic, ListOffsetTimestamps.LATEST);
  return [...highs].map(([partition, high]) => ({ partition, low: lows.get(partition) ?? 0n, high }));
}

/** By partition; -1 where no message is as new as `timestamp`. */
async function listOffsets(admin: Admin, topic: string, timestamp: bigint): Promise<ReadonlyMap<number, bigint>> {
  const count = await countPartitions(admin, topic);
  const partitions = Array.from({ length: count }, (_, partitionIndex) => ({ partitionIndex, timestamp }));
  const topics = await admin.listOffsets({ topics: [{ name: topic, partitions }] }).catch(toKafkaError);
  const offsets = topics.flatMap((each) => each.partitions);
  return new Map(offsets.map(({ partitionIndex, offset }) => [partitionIndex, offset]));
}

async function readCommitted(admin: Admin, topic: string, group: string): Promise<ReadonlyMap<number, bigint>> {
  const groups = await admin.listConsumerGroupOffsets({ groups: [group] }).catch(toKafkaError);
  const commits = groups.flatMap(({ topics }) => topics.filter(({ name }) => name === topic));
  const offsets = commits.flatMap(({ partitions }) => partitions);
  return dropMissing(new Map(offsets.map(({ partitionIndex, committedOffset }) => [partitionIndex, committedOffset])));
}

function dropMissing(offsets: ReadonlyMap<number, bigint>): ReadonlyMap<number, bigint> {
  return new Map([...offsets].filter(([, offset]) => offset >= 0n));
}
