import type { Admin, Consumer, Kafka } from "kafkajs";
import { EventLogError } from "../errors.ts";
import type { SubscribeOptions, Subscription } from "../event-log.ts";
import { START_WITHIN_MS } from "./ask-until-ready.ts";
import { retry } from "./client.ts";
import { deliver } from "./deliver.ts";
import { readBounds, readCommitted } from "./lag.ts";
import { followMembership } from "./membership.ts";
import { createPartitionWork } from "./partition-work.ts";

export interface SubscriptionOptions {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly partitions: number;
  readonly sessionTimeoutMs: number;
  readonly subscription: SubscribeOptions;
}

/** Joins the group, unless unread messages were deleted: it refuses to skip them. */
export async function startSubscription(options: SubscriptionOptions): Promise<Subscription> {
  const { subscription, sessionTimeoutMs } = options;
  const lost = await findLostMessages(options);
  if (lost) {
    subscription.onFatal(lost);
    return { assignedPartitions: () => [], assignedShare: () => 0, stop: async () => {} };
  }
  const consumer = createConsumer(options);
  const membership = followMembership(consumer, subscription.topic, sessionTimeoutMs);
  const stopping = new AbortController();
  const work = createPartitionWork((payload) =>
    deliver(payload, { subscription, membership, stopping: stopping.signal }),
  );
  reportCrashes(consumer, subscription);
  await consumer.connect();
  await consumer.subscribe({ topic: subscription.topic, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: options.partitions,
    eachBatch: async (payload) => {
      if (!stopping.signal.aborted) await work.eachBatch(payload);
    },
  });
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    stopping.abort();
    await work.finished();
    await consumer.disconnect();
  }
  const assignedPartitions = () => (stopping.signal.aborted ? [] : membership.assignedPartitions());
  return {
    assignedPartitions,
    assignedShare: () => assignedPartitions().length / options.partitions,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

function createConsumer({ kafka, partitions, sessionTimeoutMs, subscription }: SubscriptionOptions): Consumer {
  return kafka.consumer({
    groupId: subscription.group,
    allowAutoTopicCreation: false,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: Math.min(3000, sessionTimeoutMs / 4),
    // With a longer wait kafkajs cannot stop in time; with a shorter one it polls too often.
    maxWaitTimeInMs: 500,
    maxBytesPerPartition: subscription.batchBytesMax,
    maxBytes: subscription.batchBytesMax * partitions,
    retry,
  });
}

/** kafkajs stops silently after an error that it considers final; this reports it to the process. */
function reportCrashes(consumer: Consumer, subscription: SubscribeOptions): void {
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    if (restart) return subscription.onRetry?.(error);
    const message = `The consumer of ${subscription.topic} has crashed: ${error.message}`;
    subscription.onFatal(new EventLogError("consumer_crashed", message, { cause: error }));
  });
}

/** When a group's next message was deleted, kafkajs would silently continue at the beginning of the log. */
async function findLostMessages({ admin, subscription }: SubscriptionOptions): Promise<EventLogError | null> {
  const { topic, group } = subscription;
  const committed = await readCommitted(admin, { topic, group, withinMs: START_WITHIN_MS });
  for (const { partition, low } of await readBounds(admin, topic, START_WITHIN_MS)) {
    const next = committed.get(partition);
    if (next === undefined || next >= BigInt(low)) continue;
    const message = `${group} has read ${topic}, partition ${partition} up to ${next}, but the log begins at ${low}.`;
    return new EventLogError("offset_out_of_range", message);
  }
  return null;
}
