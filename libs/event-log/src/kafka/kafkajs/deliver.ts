import type { EachBatchPayload, KafkaMessage } from "kafkajs";
import { EventLogError, toError } from "../../errors.ts";
import type { Batch, ReceivedMessage, SubscribeOptions } from "../../event-log.ts";
import { sleep } from "../../signal.ts";
import { sliceMessages } from "../../slices.ts";
import type { Membership } from "./membership.ts";

/** Pause after a batch that was rejected or not fully committed. */
const REDELIVER_AFTER_MS = 1000;

export interface DeliverOptions {
  readonly subscription: SubscribeOptions;
  readonly membership: Membership;
  readonly stopping: AbortSignal;
}

/**
 * Passes the messages that kafkajs fetched from one partition to `onBatch`, within the subscription's limits.
 * Uncommitted messages are not resolved either, so that kafkajs fetches them again. Never rejects.
 */
export async function deliver(payload: EachBatchPayload, options: DeliverOptions): Promise<void> {
  const { subscription, stopping } = options;
  const isStale = trackStaleness(payload, options.membership);
  const limits = { messagesMax: subscription.batchMessagesMax, bytesMax: subscription.batchBytesMax };
  try {
    const messages = payload.batch.messages.map((message) => toReceived(message, payload.batch.partition));
    for (const slice of sliceMessages(messages, limits)) {
      if (stopping.aborted || isStale()) return;
      if (!(await deliverSlice(payload, { slice, isStale, subscription }))) {
        await sleep(REDELIVER_AFTER_MS, stopping);
        return;
      }
    }
  } catch (thrown) {
    // Losing the partition during a batch is normal; kafkajs rejoins the group with its next heartbeat.
    if (isStale()) return;
    subscription.onRetry?.(toError(thrown));
    await sleep(REDELIVER_AFTER_MS, stopping);
  }
}

function trackStaleness({ isRunning, isStale }: EachBatchPayload, membership: Membership): () => boolean {
  const generation = membership.getGeneration();
  return () => !isRunning() || isStale() || !membership.isCurrent(generation);
}

interface Delivery {
  readonly slice: readonly ReceivedMessage[];
  readonly isStale: () => boolean;
  readonly subscription: SubscribeOptions;
}

/** Resolves to whether the whole slice was committed. */
async function deliverSlice(payload: EachBatchPayload, delivery: Delivery): Promise<boolean> {
  const { slice, isStale, subscription } = delivery;
  const { partition } = payload.batch;
  let committed = -1n;
  const batch: Batch = {
    topic: subscription.topic,
    partition,
    messages: slice,
    isStale,
    async heartbeat() {
      if (isStale()) throw toStaleError(subscription.topic, partition);
      await payload.heartbeat();
    },
    async commit(lastOffset) {
      if (isStale()) throw toStaleError(subscription.topic, partition);
      await commit(payload, subscription.topic, lastOffset);
      committed = lastOffset;
    },
  };
  await subscription.onBatch(batch);
  return committed >= (slice.at(-1)?.offset ?? 0n);
}

/**
 * Given offsets, the batch's commit function commits at once and rejects when the broker refuses; without offsets it
 * does nothing. (The consumer's `commitOffsets` resolves without committing when the consumer has stopped.)
 */
async function commit(payload: EachBatchPayload, topic: string, lastOffset: bigint): Promise<void> {
  const offset = String(lastOffset + 1n);
  await payload.commitOffsetsIfNecessary({
    topics: [{ topic, partitions: [{ partition: payload.batch.partition, offset }] }],
  });
  payload.resolveOffset(String(lastOffset));
}

function toStaleError(topic: string, partition: number): EventLogError {
  return new EventLogError("batch_stale", `Partition ${partition} of ${topic} belongs to another generation.`);
}

/** Translates a message of kafkajs into the terms of the port. */
export function toReceived(message: KafkaMessage, partition: number): ReceivedMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value ?? "")]);
  return {
    partition,
    offset: BigInt(message.offset),
    appendedAt: new Date(Number(message.timestamp)),
    key: message.key?.toString() ?? "",
    value: message.value ?? Buffer.alloc(0),
    headers: Object.fromEntries(headers),
  };
}
