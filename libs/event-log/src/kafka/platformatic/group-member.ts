import { Consumer, offsetCommitV7 } from "@platformatic/kafka";
import { EventLogError } from "../../errors.ts";
import type { SubscribeOptions } from "../../event-log.ts";
import { sleep } from "../../signal.ts";
import { isKafkaNotReady, isKafkaOutage, KafkaError, mustRejoin, toKafkaError } from "./errors.ts";
import { followMembership, type Generation, type Membership } from "./membership.ts";
import { type ClientContext, guard } from "./options.ts";

export interface GroupMember extends Pick<Membership, "isCurrent"> {
  /** Carries the generation in which the work began, so that the broker refuses it from a later one. */
  commit(generation: Generation, partition: number, nextOffset: bigint): Promise<void>;
  /** Gives up the partitions. */
  leave(): Promise<void>;
}

export interface GroupMemberOptions {
  readonly context: ClientContext;
  readonly sessionTimeoutMs: number;
  readonly subscription: SubscribeOptions;
  /** Called with each new generation, and with `null` when the member may have lost its partitions. */
  readonly onChange: (generation: Generation | null) => void;
}

/** A rebalance waits this long for members to join again. They do so with their next heartbeat, also during work. */
const REBALANCE_TIMEOUT_MS = 20_000;
const ANSWER_WITHIN_MS = 5000;
const REJOIN_AFTER_MS = 1000;
/** The group finds out by itself when a member has left without a word. */
const LEAVE_WITHIN_MS = 2000;

/**
 * The name of the protocol, not of this client: members with kafkajs use the same, so that both can be in one group while
 * an installation moves from one to the other.
 */
const PROTOCOLS = [{ name: "RoundRobinAssigner", version: 1 }];

/**
 * Joins the group and stays in it until it leaves. The library's heartbeats come from a timer of its own, also while a
 * handler hangs; the watchdog of `createConsumer` ends a process that does so. A blocked event loop sends none.
 */
export function startGroupMember(options: GroupMemberOptions): GroupMember {
  const { context, sessionTimeoutMs, subscription } = options;
  const consumer = createConsumer(options);
  const leaving = new AbortController();
  const membership = followMembership(consumer, {
    topic: subscription.topic,
    sessionTimeoutMs,
    onChange(generation) {
      if (!leaving.signal.aborted) options.onChange(generation);
    },
  });
  consumer.on("consumer:heartbeat:error", ({ error }) => context.report(error));
  // The library has tried to join again, and tries no more.
  consumer.on("error", () => void join());

  async function join(): Promise<void> {
    membership.lose();
    while (!leaving.signal.aborted) {
      try {
        await consumer.joinGroup({});
        return;
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (!canJoinLater(error)) return subscription.onFatal(toCrash(subscription.topic, error));
        context.report(error);
        await sleep(REJOIN_AFTER_MS, leaving.signal);
      }
    }
  }

  void join();
  return {
    isCurrent: membership.isCurrent,
    commit: (begun, partition, nextOffset) =>
      commit(consumer, { subscription, begun, partition, nextOffset }).catch(toKafkaError),
    async leave() {
      leaving.abort();
      const left = new AbortController();
      consumer.leaveGroup(false, () => left.abort());
      await sleep(LEAVE_WITHIN_MS, left.signal);
      // First the connections: closing the consumer would wait for its requests, such as one to join.
      await consumer.connections.close();
      await consumer.close().catch(() => {});
    },
  };
}

function createConsumer({ context, sessionTimeoutMs, subscription }: GroupMemberOptions): Consumer {
  const rebalanceTimeout = Math.max(REBALANCE_TIMEOUT_MS, sessionTimeoutMs);
  const consumer = new Consumer({
    ...context.options,
    // A request to join waits for the other members.
    requestTimeout: rebalanceTimeout + ANSWER_WITHIN_MS,
    groupId: subscription.group,
    autocommit: false,
    autocreateTopics: false,
    sessionTimeout: sessionTimeoutMs,
    rebalanceTimeout,
    heartbeatInterval: Math.min(3000, sessionTimeoutMs / 4),
    protocols: PROTOCOLS,
  });
  consumer.topics.track(subscription.topic);
  return guard(consumer, context);
}

function canJoinLater(error: unknown): boolean {
  return isKafkaOutage(error) || isKafkaNotReady(error) || mustRejoin(error);
}

function toCrash(topic: string, error: unknown): EventLogError {
  const cause = error instanceof Error ? error : new KafkaError(String(error));
  return new EventLogError("consumer_crashed", `The consumer of ${topic} has crashed: ${cause.message}`, { cause });
}

interface Commit {
  readonly subscription: SubscribeOptions;
  readonly begun: Generation;
  readonly partition: number;
  readonly nextOffset: bigint;
}

/**
 * The library's own commit carries the newest generation, and joins the group again when that is refused, so that it
 * would commit for work that belongs to another member. This sends the request itself, in a version of 2019.
 */
async function commit(consumer: Consumer, { subscription, begun, partition, nextOffset }: Commit): Promise<void> {
  const coordinator = await consumer.findGroupCoordinator();
  const connection = (await consumer.connectToBrokers([coordinator])).get(coordinator);
  if (connection === undefined) throw new KafkaError("The coordinator of the group is not known.");
  const position = {
    partitionIndex: partition,
    committedOffset: nextOffset,
    committedLeaderEpoch: -1,
    committedMetadata: null,
  };
  const topics = [{ name: subscription.topic, partitions: [position] }];
  await offsetCommitV7.api.async(connection, subscription.group, begun.id, begun.memberId, null, topics);
}
