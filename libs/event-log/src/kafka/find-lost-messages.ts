import { EventLogError } from "../errors.ts";
import { START_WITHIN_MS } from "./ask-until-ready.ts";
import type { KafkaClient } from "./kafka-client.ts";
import { readBounds, readCommitted } from "./lag.ts";

interface GroupOnTopic {
  readonly topic: string;
  readonly group: string;
}

/**
 * Finds a group whose next message was deleted. kafkajs would silently continue at the beginning of the log, and another
 * client could continue at its end.
 */
export async function findLostMessages(
  client: KafkaClient,
  { topic, group }: GroupOnTopic,
): Promise<EventLogError | null> {
  const committed = await readCommitted(client, { topic, group, withinMs: START_WITHIN_MS });
  for (const { partition, low } of await readBounds(client, topic, START_WITHIN_MS)) {
    const next = committed.get(partition);
    if (next !== undefined && next < low) return toLostError({ topic, group, partition, next, low });
  }
  return null;
}

export interface LostMessages extends GroupOnTopic {
  readonly partition: number;
  /** The next offset that the group has to read. */
  readonly next: bigint;
  /** The first offset of the log. */
  readonly low: bigint;
}

function toLostError({ topic, group, partition, next, low }: LostMessages): EventLogError {
  const message = `${group} has read ${topic}, partition ${partition} up to ${next}, but the log begins at ${low}.`;
  return new EventLogError("offset_out_of_range", message);
}
