/** One topic as the drivers create it. A topic that exists keeps its partitions: their number decides where keys lie. */
export interface TopicSettings {
  readonly name: string;
  readonly partitions: number;
  /**
   * Kafka deletes messages of this age, read or not. The Postgres driver deletes by it only where no group has ever
   * subscribed; elsewhere a message stays until every group has committed it.
   */
  readonly retentionMs: number;
}

export const reportsTopic = "ruaflow.reports.v1";
export const deadLettersTopic = "ruaflow.dead-letters.v1";
export const eventsTopic = "ruaflow.events.v1";

/** Consumer group of all record-writers, which read the reports' topic. */
export const recordWriterGroup = "ruaflow.record-writer";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The one list of topics. `partitions` bounds how many consumers of a group can share the work. */
export function listTopics(partitions = 6): readonly TopicSettings[] {
  return [
    { name: reportsTopic, partitions, retentionMs: 7 * DAY_MS },
    { name: eventsTopic, partitions, retentionMs: 7 * DAY_MS },
    // People read these, at people's pace.
    { name: deadLettersTopic, partitions, retentionMs: 30 * DAY_MS },
  ];
}
