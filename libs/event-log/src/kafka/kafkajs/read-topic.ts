import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import type { Admin, Consumer, Kafka } from "kafkajs";
import type { ReceivedMessage } from "../../event-log.ts";
import type { PartitionBounds } from "../kafka-client.ts";
import { retry } from "./client.ts";
import { toReceived } from "./deliver.ts";

/** Messages buffered in memory for the reader; each is at most about 1 MB. */
const WAITING_MESSAGES_MAX = 8;

interface TopicReader {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly topic: string;
}

/**
 * Reads the messages within the bounds, through a separate group that never commits and is deleted afterwards:
 * kafkajs reads only as a member of a group.
 */
export async function* readTopic(
  { kafka, admin, topic }: TopicReader,
  bounds: readonly PartitionBounds[],
): AsyncGenerator<ReceivedMessage> {
  const wanted = new Map<number, Range>();
  for (const { partition, low, high } of bounds) wanted.set(partition, { next: low, end: high });
  const groupId = `ruaflow.reader.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 500, retry });
  const messages = new PassThrough({ objectMode: true, highWaterMark: WAITING_MESSAGES_MAX });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await fill(consumer, wanted, messages);
    yield* messages;
  } finally {
    messages.destroy();
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
  }
}

/** The offsets of a partition that are still to be read. */
interface Range {
  next: bigint;
  readonly end: bigint;
}

async function fill(consumer: Consumer, wanted: Map<number, Range>, messages: PassThrough): Promise<void> {
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    if (!restart) messages.destroy(error);
  });
  await consumer.run({
    autoCommit: false,
    async eachMessage({ partition, message, pause, heartbeat }) {
      const range = wanted.get(partition);
      const offset = BigInt(message.offset);
      // After a rebalance a partition is read from its beginning again.
      if (range !== undefined && offset >= range.next && offset < range.end) {
        range.next = offset + 1n;
        if (!messages.write(toReceived(message, partition))) await waitForRoom(messages, heartbeat);
      }
      if (range === undefined || range.next >= range.end) pause();
      if ([...wanted.values()].every(({ next, end }) => next >= end)) messages.end();
    },
  });
}

/** Sends heartbeats while it waits, so that a slow reader does not lose its place in the group. */
async function waitForRoom(messages: PassThrough, heartbeat: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => void heartbeat().catch(() => undefined), 1000);
  await new Promise<void>((resolve) => {
    messages.once("drain", resolve);
    messages.once("close", resolve);
  });
  clearInterval(timer);
}
