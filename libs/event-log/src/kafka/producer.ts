import { CompressionTypes, type Kafka, type Message, type Producer } from "kafkajs";
import type { PlacedMessage } from "../append-queue.ts";
import { countHeadersBytes, countMessageBytes } from "../message-size.ts";
import { sliceMessages } from "../slices.ts";
import { retry } from "./client.ts";

/**
 * Maximum size of one request. It must stay below `RECORD_BYTES_MAX`, for the whole request may go to one partition,
 * and above the size of the largest message.
 */
const REQUEST_BYTES_MAX = 1_060_000;

/** The most that Kafka adds to a message, without its headers. */
const OVERHEAD_BYTES = 100;

const requestLimits = {
  messagesMax: Number.POSITIVE_INFINITY,
  bytesMax: REQUEST_BYTES_MAX,
  countBytes: countRequestBytes,
};

export interface LogProducer {
  /** Resolves once all in-sync replicas have the messages. Must not be called again before it resolves or rejects. */
  write(messages: readonly PlacedMessage[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * A producer that is discarded after its first failure. kafkajs reuses the sequence numbers of a failed request for the
 * next one. If the failed request did reach the broker, the broker takes the next one for a repetition, acknowledges it
 * and never stores it. A new producer has a new id and avoids this.
 */
export function createLogProducer(kafka: Kafka): LogProducer {
  let current: Promise<Producer> | undefined;

  function discard(): Promise<void> {
    const discarded = current;
    current = undefined;
    // The producer is no longer used, so a failure to disconnect does not matter.
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
