/**
 * One topic as the drivers create it. An existing topic keeps its partitions: their number determines the partition of
 * a key.
 */
export interface TopicSettings {
  readonly name: string;
  readonly partitions: number;
  /**
   * Kafka deletes messages of this age, read or not. The Postgres driver applies it only to topics without any group;
   * elsewhere a message stays until every group has committed it.
   */
  readonly retentionMs: number;
}

export const reportsTopic = "ruaflow.reports.v1";
/** Reports that may wait: they are forwarded to the topic of reports, a little at a time. */
export const bulkReportsTopic = "ruaflow.bulk-reports.v1";
export const deadLettersTopic = "ruaflow.dead-letters.v1";
export const eventsTopic = "ruaflow.events.v1";

/** The consumer group of all record-writers. */
export const recordWriterGroup = "ruaflow.record-writer";

/** The consumer group that forwards bulk reports; each record-writer process has a member. */
export const bulkLaneGroup = "ruaflow.bulk-lane";

const DAY_MS = 24 * 60 * 60 * 1000;

/** All topics. `partitions` limits how many consumers of a group can share the work. */
export function listTopics(partitions = 6): readonly TopicSettings[] {
  return [
    { name: reportsTopic, partitions, retentionMs: 7 * DAY_MS },
    { name: bulkReportsTopic, partitions, retentionMs: 7 * DAY_MS },
    { name: eventsTopic, partitions, retentionMs: 7 * DAY_MS },
    // People read these, so they are kept longer.
    { name: deadLettersTopic, partitions, retentionMs: 30 * DAY_MS },
  ];
}
