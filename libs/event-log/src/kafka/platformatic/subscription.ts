import type { SubscribeOptions, Subscription } from "../../event-log.ts";
import { type PartitionReader, startPartitionReader } from "../../partition-reader.ts";
import type { JoinOptions, KafkaClient } from "../kafka-client.ts";
import { KafkaError } from "./errors.ts";
import { createFetcher, type FetcherOptions } from "./fetcher.ts";
import { type GroupMember, startGroupMember } from "./group-member.ts";
import type { Generation } from "./membership.ts";
import { createPartitionSource } from "./partition-source.ts";

export type SubscriptionContext = Pick<FetcherOptions, "cluster" | "context"> & {
  readonly client: Pick<KafkaClient, "readBounds" | "readCommitted">;
};

/** Pause after a batch that was rejected or not fully committed. */
const REDELIVER_AFTER_MS = 1000;

/** Joins the group, and reads each assigned partition with a reader of its own until the next rebalance. */
export function startSubscription(context: SubscriptionContext, options: JoinOptions): Subscription {
  const { subscription, sessionTimeoutMs } = options;
  const stopping = new AbortController();
  const running = new Map<number, Running>();
  /** Work of earlier generations: a partition has one batch at a time. */
  const ending = new Map<number, Promise<void>>();
  let assigned: readonly number[] = [];
  let stopped: Promise<void> | undefined;
  const member = startGroupMember({ context: context.context, sessionTimeoutMs, subscription, onChange: changeTo });

  function changeTo(generation: Generation | null): void {
    endAll();
    if (stopping.signal.aborted) return;
    assigned = generation?.partitions ?? [];
    if (generation === null) return;
    for (const partition of assigned) {
      const after = ending.get(partition);
      running.set(partition, run(context, { member, generation, partition, subscription, after }));
    }
  }

  function endAll(): void {
    for (const [partition, { end }] of running) ending.set(partition, end());
    running.clear();
  }

  async function stop(): Promise<void> {
    stopping.abort();
    endAll();
    await Promise.all(ending.values());
    await member.leave();
  }

  const assignedPartitions = () => (stopping.signal.aborted ? [] : assigned);
  return {
    assignedPartitions,
    assignedShare: () => assignedPartitions().length / options.partitions,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

interface RunOptions {
  readonly member: GroupMember;
  readonly generation: Generation;
  readonly partition: number;
  readonly subscription: SubscribeOptions;
  /** The work of an earlier generation on this partition. */
  readonly after: Promise<void> | undefined;
}

/** A partition while it is read in one generation. */
interface Running {
  /** Resolves after the batch in progress. */
  end(): Promise<void>;
}

function run(context: SubscriptionContext, { after, ...options }: RunOptions): Running {
  const { partition, subscription } = options;
  const { topic, batchBytesMax } = subscription;
  const fetcher = createFetcher({ ...context, topic, partition, bytesMax: batchBytesMax });
  const source = createPartitionSource({ ...options, client: context.client, fetcher });
  const ended = new AbortController();
  async function start(): Promise<PartitionReader | null> {
    await after;
    if (ended.signal.aborted) return null;
    return startPartitionReader(source, {
      partition,
      subscription: reportTo(subscription, context.context.report),
      // The broker has waited for messages already.
      pollEveryMs: 0,
      redeliverAfterMs: REDELIVER_AFTER_MS,
      hasGaps: true,
    });
  }
  const reader = start();
  return {
    async end() {
      ended.abort();
      fetcher.close();
      await (await reader)?.stop();
    },
  };
}

/** Failures of the connection are reported once per outage, not by each partition each second. */
function reportTo(subscription: SubscribeOptions, report: (error: unknown) => void): SubscribeOptions {
  return {
    ...subscription,
    onRetry(error) {
      if (error instanceof KafkaError) report(error);
      else subscription.onRetry?.(error);
    },
  };
}
