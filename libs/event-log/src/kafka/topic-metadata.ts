import { EventLogError } from "../errors.ts";
import { RECORD_BYTES_MAX } from "../message-size.ts";
import { readOncePerTopic } from "../read-once-per-topic.ts";
import type { TopicSettings } from "../topics.ts";
import type { KafkaClient } from "./kafka-client.ts";

/** Creates the missing topics; existing ones keep their operator's settings. */
export async function createTopics(client: KafkaClient, topics: readonly TopicSettings[]): Promise<void> {
  const existing = new Set(await client.listTopics());
  const missing = topics.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return;
  await client.createTopics(missing.map((topic) => ({ ...topic, config: toTopicConfig(topic) })));
}

/** Kafka's settings of a topic, by their names. */
export function toTopicConfig({ retentionMs }: TopicSettings) {
  return {
    "retention.ms": String(retentionMs),
    "max.message.bytes": String(RECORD_BYTES_MAX),
    "cleanup.policy": "delete",
  };
}

/** The number of a topic's partitions. */
export type CountPartitions = (topic: string) => Promise<number>;

/** Counts each topic's partitions once: after adding partitions, restart every process that appends to the topic. */
export function createPartitionCount(client: KafkaClient): CountPartitions {
  return readOncePerTopic((topic) => countPartitions(client, topic));
}

async function countPartitions(client: KafkaClient, topic: string): Promise<number> {
  // A client would retry a metadata request for an unknown topic for seconds, since the topic might be about to exist.
  if (!(await client.listTopics()).includes(topic))
    throw new EventLogError("topic_unknown", `Topic ${topic} does not exist.`);
  return client.countPartitions(topic);
}
