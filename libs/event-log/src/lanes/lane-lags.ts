import type { EventLog, PartitionLag } from "../event-log.ts";
import { bulkLaneGroup, bulkReportsTopic, recordWriterGroup, reportsTopic } from "../topics.ts";

/**
 * How a report reaches the record-writers. `live`: through the topic of reports at once. `bulk`: through a topic in front of
 * it, so that reports of other organizations need not wait behind it.
 */
export type Lane = "live" | "bulk";

/** What waits in one lane. */
export interface LaneLag {
  readonly topic: string;
  readonly group: string;
  readonly partitions: readonly PartitionLag[];
  readonly messages: number;
  /** Age of the oldest message; 0 without one. */
  readonly seconds: number;
}

const LANES = {
  live: { topic: reportsTopic, group: recordWriterGroup },
  bulk: { topic: bulkReportsTopic, group: bulkLaneGroup },
} as const satisfies Record<Lane, { readonly topic: string; readonly group: string }>;

/** What is not yet written, by lane. A message is in one of them, or, after a crash, in both. */
export async function readLaneLags(log: EventLog): Promise<Readonly<Record<Lane, LaneLag>>> {
  // In the direction of the messages, so that one that is forwarded meanwhile is not missed in both.
  const bulk = await readLaneLag(log, "bulk");
  return { bulk, live: await readLaneLag(log, "live") };
}

export async function readLaneLag(log: EventLog, lane: Lane): Promise<LaneLag> {
  const { topic, group } = LANES[lane];
  const partitions = await log.readLag(topic, group);
  return {
    topic,
    group,
    partitions,
    messages: partitions.reduce((total, { lagMessages }) => total + lagMessages, 0),
    seconds: Math.max(0, ...partitions.map(({ lagSeconds }) => lagSeconds)),
  };
}
