import type { PlacedMessage } from "../append-queue.ts";
import { countHeadersBytes, countMessageBytes } from "../message-size.ts";
import { sliceMessages } from "../slices.ts";
import type { KafkaProducer } from "./kafka-client.ts";

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
export function createLogProducer(open: () => Promise<KafkaProducer>): LogProducer {
  let current: Promise<KafkaProducer> | undefined;

  function discard(): Promise<void> {
    const discarded = current;
    current = undefined;
    // The producer is no longer used, so a failure to disconnect does not matter.
    return Promise.resolve(discarded?.then((producer) => producer.close())).catch(() => {});
  }

  return {
    async write(messages) {
      current ??= open();
      try {
        const producer = await current;
        for (const request of sliceMessages(messages, requestLimits)) await producer.send(request);
      } catch (error) {
        void discard();
        throw error;
      }
    },
    close: discard,
  };
}

function countRequestBytes(message: PlacedMessage): number {
  return countMessageBytes(message) + countHeadersBytes(message.headers) + OVERHEAD_BYTES;
}
