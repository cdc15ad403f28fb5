import type { EventLog } from "@ruaflow/event-log";
import { createDeadLetters, type DeadLetter } from "@ruaflow/event-log/dead-letters";
import { describeReportMessage } from "@ruaflow/report/message-reader";
import { type Cached, cacheValue } from "./cached-value.ts";

/** More are not held in memory; `ruaflow dead-letters list` has all. */
export const LETTERS_MAX = 10_000;
/** Each reading reads the whole topic. */
const CACHED_FOR_MS = 60_000;

/** The dead letters, the newest first, as read at most a minute ago. */
export type ReadDeadLetters = () => Promise<Cached<readonly DeadLetter[]>>;

export function createReadDeadLetters(log: EventLog, now: () => Date): ReadDeadLetters {
  const letters = createDeadLetters(log, describeReportMessage);
  return cacheValue(() => letters.list(LETTERS_MAX), { forMs: CACHED_FOR_MS, now });
}

/** Dead letters of one topic with one reason, of those that were not replayed. */
export interface LetterGroup {
  readonly topic: string | null;
  readonly reason: string;
  readonly letters: number;
  readonly oldestAt: Date;
}

export function groupLetters(all: readonly DeadLetter[]): LetterGroup[] {
  const left = all.filter(({ replayedAt }) => replayedAt === null);
  return [...Map.groupBy(left, ({ topic, reason }) => `${topic} ${reason}`).values()].flatMap((group) => {
    const oldest = group.at(-1);
    return oldest ? [{ topic: oldest.topic, reason: oldest.reason, letters: group.length, oldestAt: oldest.at }] : [];
  });
}
