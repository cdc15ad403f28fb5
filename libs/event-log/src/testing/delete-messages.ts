import { Kafka, logLevel } from "kafkajs";

/**
 * Deletes every message of a topic, as Kafka's retention does, and then the offsets of a group, as an operator has to before
 * its consumers start again. The group must have no member; it may take a while until the broker knows.
 */
export async function deleteMessages(
  brokers: string,
  { topic, group }: { readonly topic: string; readonly group: string },
): Promise<void> {
  const kafka = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const ends = await admin.fetchTopicOffsets(topic);
    const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
    await admin.deleteTopicRecords({ topic, partitions });
    await admin.deleteGroups([group]);
  } finally {
    await admin.disconnect();
  }
}
