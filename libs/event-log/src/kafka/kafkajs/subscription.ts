import type { Consumer, Kafka } from "kafkajs";
import { EventLogError } from "../../errors.ts";
import type { SubscribeOptions, Subscription } from "../../event-log.ts";
import type { JoinOptions } from "../kafka-client.ts";
import { retry } from "./client.ts";
import { deliver } from "./deliver.ts";
import { followMembership } from "./membership.ts";
import { createPartitionWork } from "./partition-work.ts";

/** Joins the group; kafkajs fetches, and joins again after failures that it calls retriable. */
export async function startSubscription(kafka: Kafka, options: JoinOptions): Promise<Subscription> {
  const { subscription, sessionTimeoutMs } = options;
  const consumer = createConsumer(kafka, options);
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

function createConsumer(kafka: Kafka, { partitions, sessionTimeoutMs, subscription }: JoinOptions): Consumer {
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
