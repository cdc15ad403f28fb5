import type { Admin } from "kafkajs";
import { EventLogError } from "../errors.ts";
import { recordBytesMax } from "../message-size.ts";
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
        { name: "max.message.bytes", value: String(recordBytesMax) },
        { name: "cleanup.policy", value: "delete" },
      ],
    })),
  });
}

/** The number of a topic's partitions. */
export type CountPartitions = (topic: string) => Promise<number>;

/**
 * Asks once per topic: after partitions were added to a topic, restart what appends to it. Calls made at the same time
 * share one question and resolve in their order, or appends that wait for it would overtake one another.
 */
export function createPartitionCount(admin: Admin): CountPartitions {
  const known = new Map<string, Promise<number>>();
  return (topic) => {
    const count = known.get(topic) ?? countPartitions(admin, topic);
    known.set(topic, count);
    count.catch(() => known.delete(topic));
    return count;
  };
}

async function countPartitions(admin: Admin, topic: string): Promise<number> {
  // Asking for a topic by name that does not exist would be retried for seconds, for it might be on its way.
  if (!(await admin.listTopics()).includes(topic))
    throw new EventLogError("topic_unknown", `There is no topic ${topic}.`);
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return topics[0]?.partitions.length ?? 0;
}
