import { CompressionTypes, type Kafka, type Message, type Producer } from "kafkajs";
import type { PlacedMessage } from "../append-queue.ts";
import { countHeadersBytes, countMessageBytes } from "../message-size.ts";
import { sliceMessages } from "../slices.ts";
import { retry } from "./client.ts";

/**
 * Bytes of one request at most. It must stay below `recordBytesMax`, for all of a request may go to one partition, and
 * above what a single message can have.
 */
const REQUEST_BYTES_MAX = 1_060_000;

/** Bytes that Kafka adds to a message at most, without its headers. */
const OVERHEAD_BYTES = 100;

const requestLimits = {
  messagesMax: Number.POSITIVE_INFINITY,
  bytesMax: REQUEST_BYTES_MAX,
  countBytes: countRequestBytes,
};

export interface LogProducer {
  /** Resolves once all replicas in sync have the messages. Not to be called again before it settles. */
  write(messages: readonly PlacedMessage[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * A producer that is thrown away with its first failure. kafkajs takes the sequence numbers of a failed request back
 * and gives them to the next one; had the failed one reached the broker after all, the next would be taken for its
 * repetition, acknowledged and never stored. A new producer has a new id, and no such past.
 */
export function createLogProducer(kafka: Kafka): LogProducer {
  let current: Promise<Producer> | undefined;

  function discard(): Promise<void> {
    const discarded = current;
    current = undefined;
    // It is of no use any more, so it does not matter either how it ends.
    return Promise.resolve(discarded?.then((producer) => producer.disconnect())).catch(() => {});
  }

  return {
    async write(messages) {
      current ??= connect(kafka);
      try {
        const producer = await current;
        for (const request of sliceMessages(messages, requestLimits)) await send(producer, request);
      } catch (error) {
        void discard();
        throw error;
      }
    },
    close: discard,
  };
}

async function connect(kafka: Kafka): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    retry,
  });
  await producer.connect();
  return producer;
}

function countRequestBytes(message: PlacedMessage): number {
  return countMessageBytes(message) + countHeadersBytes(message.headers) + OVERHEAD_BYTES;
}

async function send(producer: Producer, messages: readonly PlacedMessage[]): Promise<void> {
  const byTopic = Map.groupBy(messages, ({ topic }) => topic);
  await producer.sendBatch({
    acks: -1,
    compression: CompressionTypes.GZIP,
    topicMessages: [...byTopic].map(([topic, entries]) => ({ topic, messages: entries.map(toKafkaMessage) })),
  });
}

function toKafkaMessage({ key, value, headers, partition }: PlacedMessage): Message {
  return {
    key,
    value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
    headers: { ...headers },
    partition,
  };
}
