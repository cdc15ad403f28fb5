import { EventLogError } from "../errors.ts";
import type { EventLog, LogMessage, ReceivedMessage } from "../event-log.ts";
import { sliceMessages } from "../slices.ts";
import { deadLettersTopic } from "../topics.ts";
import { REPLAY_OF_HEADER, REPLAYED_HEADER } from "./headers.ts";
import { type DeadLetter, type LetterWithMessage, type ReadReport, readLetter } from "./letter.ts";

/** Limits of the messages appended at once. */
const REPLAY_LIMITS = { messagesMax: 500, bytesMax: 4 * 1024 * 1024 };

/** The dead letters of a log, for operator tools. */
export interface DeadLetters {
  /**
   * All dead letters, the newest first; copies in the log are listed once.
   * @param lettersMax stops reading beyond so many: which are missing then is not known. Absent: no limit
   */
  list(lettersMax?: number): Promise<readonly DeadLetter[]>;
  /** One dead letter with its message; `null` when the id is unknown. */
  read(id: string): Promise<LetterWithMessage | null>;
  /**
   * Appends their messages to the end of their original topics, in the order in which they were set aside, and marks
   * them as replayed once they are durable. Repeating it appends them again, which counts nothing twice.
   * @returns how many messages were appended
   */
  replay(ids: ReadonlySet<string>): Promise<number>;
}

/**
 * Dead letters stay in their topic when they are replayed; a later message in the topic marks them as replayed.
 *
 * @param readReport what a message of the topic of reports is about
 */
export function createDeadLetters(log: EventLog, readReport: ReadReport): DeadLetters {
  return {
    async list(lettersMax = Number.POSITIVE_INFINITY) {
      const letters = new Map<string, DeadLetter>();
      for await (const received of readTopic(log)) {
        if (letters.size >= lettersMax) break;
        followTopic(letters, received, readLetter(received, readReport).letter);
      }
      return [...letters.values()].sort((one, other) => other.at.getTime() - one.at.getTime());
    },
    async read(id) {
      const letters = new Map<string, DeadLetter>();
      let message: LogMessage | null = null;
      for await (const received of readTopic(log)) {
        const read = readLetter(received, readReport);
        followTopic(letters, received, read.letter);
        if (!isMark(received) && read.letter.id === id) ({ message } = read);
      }
      const letter = letters.get(id);
      return message === null || letter === undefined ? null : { letter, message };
    },
    replay: (ids) => replay(log, ids),
  };
}

/** Yields nothing when the log was never prepared. */
async function* readTopic(log: EventLog): AsyncGenerator<ReceivedMessage> {
  try {
    yield* log.readTopic(deadLettersTopic);
  } catch (error) {
    if (!(error instanceof EventLogError) || error.code !== "topic_unknown") throw error;
  }
}

function isMark({ headers }: ReceivedMessage): boolean {
  return headers[REPLAYED_HEADER] !== undefined;
}

/** Adds the message's letter, or marks one as replayed. A letter that recurs after its mark has been set aside again. */
function followTopic(letters: Map<string, DeadLetter>, message: ReceivedMessage, letter: DeadLetter): void {
  const replayed = letters.get(message.headers[REPLAYED_HEADER] ?? "");
  if (replayed) letters.set(replayed.id, { ...replayed, replayedAt: message.appendedAt });
  if (!isMark(message)) letters.set(letter.id, letter);
}

interface Replay {
  readonly topic: string;
  readonly message: LogMessage;
  readonly mark: LogMessage;
}

async function replay(log: EventLog, ids: ReadonlySet<string>): Promise<number> {
  const left = new Set(ids);
  let waiting: Replay[] = [];
  let bytes = 0;
  for await (const received of readTopic(log)) {
    const { letter, message } = readLetter(received, () => null);
    if (isMark(received) || letter.topic === null || !left.delete(letter.id)) continue;
    waiting.push(toReplay(letter.id, letter.topic, message));
    bytes += letter.bytes;
    if (waiting.length < REPLAY_LIMITS.messagesMax && bytes < REPLAY_LIMITS.bytesMax) continue;
    await append(log, waiting);
    waiting = [];
    bytes = 0;
  }
  await append(log, waiting);
  return ids.size - left.size;
}

function toReplay(id: string, topic: string, { key, value, headers }: LogMessage): Replay {
  const message = { key, value, headers: { ...headers, [REPLAY_OF_HEADER]: id } };
  return { topic, message, mark: { key, value: new Uint8Array(), headers: { [REPLAYED_HEADER]: id } } };
}

/** Appends the marks last: a crash in between repeats messages and loses none. */
async function append(log: EventLog, replays: readonly Replay[]): Promise<void> {
  for (const [topic, group] of Map.groupBy(replays, (one) => one.topic)) {
    const messages = group.map(({ message }) => message);
    for (const slice of sliceMessages(messages, REPLAY_LIMITS)) await log.append(topic, slice);
  }
  if (replays.length === 0) return;
  await log.append(
    deadLettersTopic,
    replays.map(({ mark }) => mark),
  );
}
