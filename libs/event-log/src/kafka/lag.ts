import type { Admin } from "kafkajs";
import type { PartitionLag } from "../event-log.ts";
import { askUntilReady } from "./ask-until-ready.ts";

interface Position {
  readonly partition: number;
  readonly end: bigint;
  readonly committed: bigint;
}

export async function readLag(admin: Admin, topic: string, group: string): Promise<readonly PartitionLag[]> {
  const positions = await readPositions(admin, topic, group);
  const ages = await readAges(admin, topic, positions);
  return positions.map(({ partition, end, committed }) => {
    const lagSeconds = ages.get(partition) ?? 0;
    return { partition, end, committed, lagMessages: Number(end - committed), lagSeconds };
  });
}

/** The positions of a group; without a commit it is at the beginning of the log. */
async function readPositions(admin: Admin, topic: string, group: string): Promise<readonly Position[]> {
  const [logs, commits] = [await readBounds(admin, topic), await readCommitted(admin, { topic, group })];
  return logs
    .map(({ partition, high, low }) => {
      const committed = commits.get(partition) ?? BigInt(low);
      return { partition, end: BigInt(high), committed: committed < BigInt(low) ? BigInt(low) : committed };
    })
    .sort((one, other) => one.partition - other.partition);
}

/**
 * The first offset of each partition's log (`low`) and the next to be appended (`high`). `withinMs`: how long to wait
 * for a broker that is not ready.
 */
export function readBounds(admin: Admin, topic: string, withinMs?: number) {
  return askUntilReady(() => admin.fetchTopicOffsets(topic), withinMs);
}

/** The committed offsets of a group, by partition; partitions without a commit are left out. */
export async function readCommitted(
  admin: Admin,
  { topic, group, withinMs }: { readonly topic: string; readonly group: string; readonly withinMs?: number },
): Promise<Map<number, bigint>> {
  const [entry] = await askUntilReady(() => admin.fetchOffsets({ groupId: group, topics: [topic] }), withinMs);
  const commits = entry?.partitions.filter(({ offset }) => BigInt(offset) >= 0n) ?? [];
  return new Map(commits.map(({ partition, offset }) => [partition, BigInt(offset)]));
}

const AGE_STEP = 1.5;
const AGE_MAX_SECONDS = 30 * 24 * 60 * 60;

/**
 * The age of the oldest uncommitted message, by partition, rounded up to the next step. Kafka cannot return the time of
 * a message without its content, but it finds the first message after a given time. So growing ages are requested until
 * each partition has one that reaches back to its commit. Partitions without waiting messages cause no request.
 */
async function readAges(admin: Admin, topic: string, positions: readonly Position[]): Promise<Map<number, number>> {
  const now = Date.now();
  const waiting = new Map(
    positions.filter(({ end, committed }) => committed < end).map((each) => [each.partition, each]),
  );
  const ages = new Map<number, number>();
  for (let age = 0.5; waiting.size > 0; age *= AGE_STEP) {
    const since = now - Math.round(age * 1000);
    const offsets = await askUntilReady(() => admin.fetchTopicOffsetsByTimestamp(topic, since));
    for (const { partition, offset } of offsets) {
      const position = waiting.get(partition);
      if (!position || (BigInt(offset) > position.committed && age < AGE_MAX_SECONDS)) continue;
      ages.set(partition, age);
      waiting.delete(partition);
    }
  }
  return ages;
}
