import { Kafka, logLevel } from "kafkajs";

/** Sets a group's offsets as Kafka's own command does: `topic,partition,offset` in each line. The group has no member. */
export async function setOffsets(brokers: string, group: string, csv: string): Promise<void> {
  const admin = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.NOTHING }).admin();
  const lines = csv.trim().split("\n");
  const topic = lines[0]?.split(",")[0] ?? "";
  const partitions = lines.map((line) => {
    const [, partition, offset = ""] = line.split(",");
    return { partition: Number(partition), offset };
  });
  await admin.connect();
  await admin.setOffsets({ groupId: group, topic, partitions }).finally(() => admin.disconnect());
}
