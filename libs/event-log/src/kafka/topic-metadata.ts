import type { Admin } from "kafkajs";
import { askOncePerTopic } from "../ask-once.ts";
import { EventLogError } from "../errors.ts";
import { RECORD_BYTES_MAX } from "../message-size.ts";
import type { TopicSettings } from "../topics.ts";

/** Creates the topics that do not exist; those that do keep what their operator gave them. */
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

/** Counts each topic's partitions once: after some were added, restart whatever appends to it. */
export function createPartitionCount(admin: Admin): CountPartitions {
  return askOncePerTopic((topic) => countPartitions(admin, topic));
}

async function countPartitions(admin: Admin, topic: string): Promise<number> {
  // Asking for a topic by name that does not exist would be retried for seconds, for it might be on its way.
  if (!(await admin.listTopics()).includes(topic))
    throw new EventLogError("topic_unknown", `There is no topic ${topic}.`);
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return topics[0]?.partitions.length ?? 0;
}
