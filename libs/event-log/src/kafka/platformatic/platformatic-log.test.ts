import { setTimeout as sleep } from "node:timers/promises";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Batch, SubscribeOptions } from "../../event-log.ts";
import { eventually, numberedMessages, toText } from "../../testing/fixture.ts";
import { describeOnKafka, type KafkaHarness } from "../../testing/kafka-harness.ts";
import { createKafkaJsLog } from "../kafkajs/kafkajs-log.ts";
import { startGroupMember } from "./group-member.ts";
import type { Generation } from "./membership.ts";
import { createClientContext } from "./options.ts";

await describeOnKafka(describeClient, ["platformatic"]);

function describeClient(start: () => Promise<KafkaHarness>): void {
  let harness: KafkaHarness;

  beforeAll(async () => {
    harness = await start();
  });
  afterAll(() => harness.close());

  async function prepare(partitions: number) {
    const topic = `test.${crypto.randomUUID()}`;
    const topics = [{ name: topic, partitions, retentionMs: 3_600_000 }];
    const { log } = await harness.connect(topics);
    onTestFinished(() => log.close());
    await log.prepare();
    const subscription = {
      topic,
      group: `${topic}-group`,
      batchMessagesMax: 100,
      batchBytesMax: 1_000_000,
      onFatal(error: Error) {
        throw error;
      },
    };
    return { topic, topics, log, subscription };
  }

  test("members of both clients share a group, and lose and repeat nothing when one leaves", async () => {
    const { topic, topics, log, subscription } = await prepare(4);
    const texts: string[] = [];
    const onBatch: SubscribeOptions["onBatch"] = async (batch) => {
      texts.push(...batch.messages.map(toText));
      await batch.commit(batch.messages.at(-1)?.offset ?? 0n);
    };
    const { brokers, sessionTimeoutMs } = harness;
    const other = createKafkaJsLog({ brokers, topics, sessionTimeoutMs });
    onTestFinished(() => other.close());
    const first = await other.subscribe({ ...subscription, onBatch });
    const second = await log.subscribe({ ...subscription, onBatch });
    const shares = () => [first, second].map((member) => member.assignedPartitions().length).join();
    await eventually("two partitions each", () => shares() === "2,2", { show: shares });
    await log.append(topic, numberedMessages(20, 5));
    await eventually("all messages", () => texts.length >= 100);
    await first.stop();
    await eventually("all partitions", () => second.assignedPartitions().length === 4);
    await log.append(topic, numberedMessages(20, 5));
    await eventually("all messages again", () => texts.length >= 200);
    await second.stop();
    expect(texts).toHaveLength(200);
  }, 60_000);

  test("messages that are deleted while the group still has to read them end the subscription", async () => {
    const { topic, log, subscription } = await prepare(1);
    await log.append(topic, numberedMessages(1, 10));
    const fatal = Promise.withResolvers<Error>();
    const inProgress = Promise.withResolvers<Batch>();
    const freed = Promise.withResolvers<void>();
    const member = await log.subscribe({
      ...subscription,
      onFatal: fatal.resolve,
      async onBatch(batch) {
        await batch.commit(2n);
        inProgress.resolve(batch);
        await freed.promise;
        throw new Error("on purpose");
      },
    });
    await inProgress.promise;
    const admin = new Kafka({ brokers: [...harness.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.fetchTopicMetadata({ topics: [topic] });
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: "5" }] });
    await admin.disconnect();
    freed.resolve();
    expect(await fatal.promise).toMatchObject({ code: "offset_out_of_range" });
    await member.stop();
  });

  test("a lost connection is reported once, and not by each partition each second", async () => {
    const { topics, subscription } = await prepare(3);
    const lines: string[] = [];
    const { log, crash } = await harness.connect(topics, { onRetry: ({ message }) => lines.push(message) });
    onTestFinished(() => log.close());
    const onRetry = (error: Error) => lines.push(error.message);
    const member = await log.subscribe({ ...subscription, onRetry, onBatch: async () => {} });
    await eventually("all partitions", () => member.assignedPartitions().length === 3);
    await crash();
    await sleep(4000);
    const [lost, others] = [true, false].map((is) => lines.filter((line) => line.includes("KAFKA_BROKERS") === is));
    expect(lost).toHaveLength(1);
    // Before, or when the group is joined again: the coordinator of a broker's first group is not there at once.
    expect(others?.length).toBeLessThanOrEqual(1);
  });

  test("the broker refuses the commit of an earlier generation", async () => {
    const { log, subscription } = await prepare(2);
    const context = createClientContext({ brokers: harness.brokers });
    const generations: Generation[] = [];
    const options = {
      context,
      sessionTimeoutMs: harness.sessionTimeoutMs,
      subscription: { ...subscription, onBatch: async () => {} },
    };
    const member = startGroupMember({ ...options, onChange: (next) => next && generations.push(next) });
    onTestFinished(() => member.leave());
    await eventually("a generation", () => generations.length === 1);
    const [first] = generations;
    if (!first) throw new Error("The member has no generation.");
    await member.commit(first, 0, 0n);
    const guest = startGroupMember({ ...options, onChange: () => {} });
    onTestFinished(() => guest.leave());
    await eventually("the next generation", () => generations.length === 2);
    expect(member.isCurrent(first)).toBe(false);
    await expect(member.commit(first, 1, 5n)).rejects.toThrow(/generation/i);
    const positions = await log.readLag(subscription.topic, subscription.group);
    expect(positions.map(({ committed }) => committed)).toEqual([0n, 0n]);
  });
}
