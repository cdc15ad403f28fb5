import type { Admin } from "kafkajs";
import { EventLogError } from "../errors.ts";
import { RECORD_BYTES_MAX } from "../message-size.ts";
import { readOncePerTopic } from "../read-once-per-topic.ts";
import type { TopicSettings } from "../topics.ts";

/** Creates the missing topics; existing ones keep their operator's settings. */
export async function createTopics(admin: Admin, topics: readonly TopicSettings[]): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = topics.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return;
  await admin.createTopics({
    topics: missing.map(({ name, partitions, retentionMs }) => ({
      topic: name,
      numPartitions: partitions,
      // -1: as many as the brokers' `default.replication.factor`.
      replicationFactor: -1,
      configEntries: [
        { name: "retention.ms", value: String(retentionMs) },
        { name: "max.message.bytes", value: String(RECORD_BYTES_MAX) },
        { name: "cleanup.policy", value: "delete" },
      ],
    })),
  });
}

/** The number of a topic's partitions. */
export type CountPartitions = (topic: string) => Promise<number>;

/** Counts each topic's partitions once: after adding partitions, restart every process that appends to the topic. */
export function createPartitionCount(admin: Admin): CountPartitions {
  return readOncePerTopic((topic) => countPartitions(admin, topic));
}

async function countPartitions(admin: Admin, topic: string): Promise<number> {
  // kafkajs would retry a metadata request for an unknown topic for seconds, since the topic might be about to exist.
  if (!(await admin.listTopics()).includes(topic))
    throw new EventLogError("topic_unknown", `Topic ${topic} does not exist.`);
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return topics[0]?.partitions.length ?? 0;
}
