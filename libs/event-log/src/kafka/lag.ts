import type { PartitionLag, PartitionPosition } from "../event-log.ts";
import { askUntilReady } from "./ask-until-ready.ts";
import type { KafkaClient, PartitionBounds } from "./kafka-client.ts";

export async function readLag(client: KafkaClient, topic: string, group: string): Promise<readonly PartitionLag[]> {
  const positions = await readPositions(client, topic, group);
  const ages = await readAges(client, topic, positions);
  return positions.map(({ partition, end, committed }) => {
    const lagSeconds = ages.get(partition) ?? 0;
    return { partition, end, committed, lagMessages: Number(end - committed), lagSeconds };
  });
}

/** The positions of a group; without a commit it is at the beginning of the log. */
export async function readPositions(
  client: KafkaClient,
  topic: string,
  group: string,
): Promise<readonly PartitionPosition[]> {
  const [bounds, commits] = [await readBounds(client, topic), await readCommitted(client, { topic, group })];
  return bounds
    .map(({ partition, high, low }) => {
      const next = commits.get(partition);
      return { partition, end: high, committed: next !== undefined && next > low ? next : low };
    })
    .sort((one, other) => one.partition - other.partition);
}

/** `withinMs`: how long to wait for a broker that is not ready. */
export function readBounds(client: KafkaClient, topic: string, withinMs?: number): Promise<readonly PartitionBounds[]> {
  return askUntilReady(() => client.readBounds(topic), client.isNotReady, withinMs);
}

/** The committed offsets of a group, by partition; partitions without a commit are left out. */
export function readCommitted(
  client: KafkaClient,
  { topic, group, withinMs }: { readonly topic: string; readonly group: string; readonly withinMs?: number },
): Promise<ReadonlyMap<number, bigint>> {
  return askUntilReady(() => client.readCommitted(topic, group), client.isNotReady, withinMs);
}

const AGE_STEP = 1.5;
const AGE_MAX_SECONDS = 30 * 24 * 60 * 60;

/**
 * The age of the oldest uncommitted message, by partition, rounded up to the next step. Kafka cannot return the time of
 * a message without its content, but it finds the first message after a given time. So growing ages are requested until
 * each partition has one that reaches back to its commit. Partitions without waiting messages cause no request.
 */
async function readAges(
  client: KafkaClient,
  topic: string,
  positions: readonly PartitionPosition[],
): Promise<Map<number, number>> {
  const now = Date.now();
  const waiting = new Map(
    positions.filter(({ end, committed }) => committed < end).map((each) => [each.partition, each]),
  );
  const ages = new Map<number, number>();
  for (let age = 0.5; waiting.size > 0; age *= AGE_STEP) {
    const since = now - Math.round(age * 1000);
    const offsets = await askUntilReady(() => client.findOffsets(topic, since), client.isNotReady);
    for (const [partition, { committed, end }] of waiting) {
      if ((offsets.get(partition) ?? end) > committed && age < AGE_MAX_SECONDS) continue;
      ages.set(partition, age);
      waiting.delete(partition);
    }
  }
  return ages;
}
