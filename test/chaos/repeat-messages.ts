import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type EventLog, type LogMessage, type ReceivedMessage, reportsTopic } from "@ruaflow/event-log";
import { bulkReportsTopic } from "@ruaflow/event-log/lanes";

/** A separate group, so that reading does not affect the record-writers. */
const GROUP = "chaos-repeater";
/** Maximum of recent messages that may be repeated; record-writers have not read all of them yet. */
const TAIL_MESSAGES_MAX = 300;
const REPEAT_EVERY_MS = 150;
/** Messages of one append, before duplication, so that the writers keep up. */
const SAMPLE_MESSAGES_MAX = 25;
const BYTES_MAX = 3 * 1024 * 1024;
const RECONNECT_AFTER_MS = 200;
/** A log whose server was killed may never answer; after this long a new connection is opened. */
const ANSWER_WITHIN_MS = 5000;

/** Continuously repeats messages of the reports topic in the background, in either lane. */
export interface Repeating {
  /** Stops and returns the number of repeated messages. */
  stop(): Promise<number>;
}

/**
 * Reads the reports topic as it grows and appends its messages again: whole reports or some chunks, in other groupings
 * and orders, also twice within one append. As after a retry, a copy always follows its original.
 *
 * @param connect opens the log at its current address; called again after every failure
 */
export function startRepeating(connect: () => Promise<EventLog>, random: () => number): Repeating {
  const stopping = new AbortController();
  const tail = createTail();
  let repeated = 0;

  async function repeatOn(log: EventLog): Promise<void> {
    const subscription = await withinTime(
      log.subscribe({
        topic: reportsTopic,
        group: GROUP,
        batchMessagesMax: 500,
        batchBytesMax: 8 * 1024 * 1024,
        async onBatch(batch) {
          tail.add(batch.messages);
          await batch.commit(batch.messages.at(-1)?.offset ?? 0n);
        },
        onFatal: () => undefined,
      }),
    );
    try {
      while (!stopping.signal.aborted) {
        await sleep(REPEAT_EVERY_MS);
        const messages = chooseRepetition(tail.messages(), random);
        const topic = random() < 0.5 ? reportsTopic : bulkReportsTopic;
        if (messages.length > 0) await withinTime(log.append(topic, messages));
        repeated += messages.length;
      }
    } finally {
      await withinTime(subscription.stop()).catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The processes behind the log are killed repeatedly, so it reconnects to the current ones.
      const log = await withinTime(connect()).catch(() => undefined);
      if (log) {
        await repeatOn(log).catch(() => undefined);
        await withinTime(log.close()).catch(() => undefined);
      }
      await sleep(RECONNECT_AFTER_MS);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      return repeated;
    },
  };
}

/** The last messages read, without copies. */
function createTail() {
  const known = new Set<string>();
  let recent: LogMessage[] = [];
  return {
    messages: (): readonly LogMessage[] => recent,
    add(received: readonly ReceivedMessage[]) {
      for (const { key, value, headers } of received) {
        const hash = createHash("sha1").update(value).digest("base64");
        if (known.has(hash)) continue;
        known.add(hash);
        recent.push({ key, value, headers });
      }
      recent = recent.slice(-TAIL_MESSAGES_MAX);
    },
  };
}

/** Chooses the messages of one append, in one of several random ways. */
function chooseRepetition(tail: readonly LogMessage[], random: () => number): readonly LogMessage[] {
  const pick = Math.floor(random() * 4);
  if (pick === 0) return twice(wholeReport(tail, random));
  const sample = limitBytes(tail.filter(() => random() < SAMPLE_MESSAGES_MAX / Math.max(1, tail.length)));
  if (pick === 1) return sample.flatMap((message) => [message, message]);
  if (pick === 2) return twice(sample.toReversed());
  return sample;
}

function twice<Item>(items: readonly Item[]): readonly Item[] {
  return [...items, ...items];
}

/** All messages of one random report, in order: a large report has several chunks. */
function wholeReport(tail: readonly LogMessage[], random: () => number): readonly LogMessage[] {
  const chosen = tail[Math.floor(random() * tail.length)];
  return limitBytes(tail.filter(({ key }) => key === chosen?.key));
}

function limitBytes(messages: readonly LogMessage[]): readonly LogMessage[] {
  let bytes = 0;
  return messages.filter(({ value }) => {
    bytes += value.length;
    return bytes <= BYTES_MAX;
  });
}

/** Rejects without an answer in time. */
async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const tooLate = sleep(ANSWER_WITHIN_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new Error("the log does not answer");
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    waiting.abort();
    tooLate.catch(() => undefined);
    work.catch(() => undefined);
  }
}
