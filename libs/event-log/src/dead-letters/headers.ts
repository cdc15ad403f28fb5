/** Headers of a dead letter: the reason, and where its message came from. */
export const LETTER_HEADERS = {
  reason: "dead-letter-reason",
  detail: "dead-letter-detail",
  topic: "dead-letter-topic",
  partition: "dead-letter-partition",
  offset: "dead-letter-offset",
  group: "dead-letter-group",
  appendedAt: "dead-letter-appended-at",
} as const;

/**
 * Header of a mark: the id of the dead letter that was replayed. Marks are empty messages in the dead letters' topic.
 */
export const REPLAYED_HEADER = "dead-letter-replayed";

/** Header of a replayed message: the id of its dead letter. */
export const REPLAY_OF_HEADER = "replay-of";

const LETTER_PREFIX = "dead-letter-";

/** The headers that the message had before it became a dead letter. */
export function toOwnHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(LETTER_PREFIX)));
}
