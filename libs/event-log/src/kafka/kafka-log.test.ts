import { setTimeout as sleep } from "node:timers/promises";
import { isOutage } from "@ruaflow/runtime/errors";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Batch, EventLog, SubscribeOptions } from "../event-log.ts";
import { eventually, message, numberedMessages, readNow, toText } from "../testing/fixture.ts";
import { describeOnKafka, type KafkaHarness } from "../testing/kafka-harness.ts";
import type { KafkaConnectionOptions } from "./kafka-client.ts";
import type { KafkaLogOptions } from "./kafka-log.ts";

function toOptions(topic: string, onBatch: SubscribeOptions["onBatch"]): SubscribeOptions {
  const onFatal = (error: Error) => {
    throw error;
  };
  return { topic, group: `${topic}-group`, batchMessagesMax: 100, batchBytesMax: 1_000_000, onBatch, onFatal };
}

function commitAll(batch: Batch): Promise<void> {
  return batch.commit(batch.messages.at(-1)?.offset ?? 0n);
}

async function readTexts(log: EventLog, topic: string, isEnough: (texts: string[]) => boolean): Promise<string[]> {
  const texts: string[] = [];
  const subscription = await log.subscribe(
    toOptions(topic, async (batch) => {
      texts.push(...batch.messages.map(toText));
      await commitAll(batch);
    }),
  );
  await eventually("the messages", () => isEnough(texts), { show: () => texts });
  await subscription.stop();
  return texts;
}

await describeOnKafka((start) =>
  describe("the log on Kafka", () => {
    let harness: KafkaHarness;

    beforeAll(async () => {
      harness = await start();
    });
    afterAll(() => harness.close());

    /** A separate topic with one partition. */
    async function prepare(options: Partial<KafkaConnectionOptions & KafkaLogOptions> = {}) {
      const topic = `test.${crypto.randomUUID()}`;
      const topics = [{ name: topic, partitions: 1, retentionMs: 3_600_000 }];
      const connection = await harness.connect(topics, options);
      onTestFinished(() => connection.log.close());
      await connection.log.prepare();
      return { topic, topics, ...connection };
    }

    function connectAdmin() {
      return new Kafka({ brokers: [...harness.brokers], logLevel: logLevel.NOTHING }).admin();
    }

    test("an append that failed although it arrived does not cause the next one to be lost", async () => {
      const { topic, log, dropResponses, restore } = await prepare({ requestTimeoutMs: 500 });
      await log.append(topic, [message("a", "before")]);
      dropResponses();
      await expect(log.append(topic, [message("a", "unsure")])).rejects.toSatisfy(isOutage);
      restore();
      await log.append(topic, [message("a", "after")]);
      const texts = await readTexts(log, topic, (seen) => seen.includes("after"));
      expect([...new Set(texts)]).toEqual(["before", "unsure", "after"]);
    }, 60_000);

    test("a group whose next message was deleted gets an error and skips nothing", async () => {
      const { topic, log } = await prepare();
      await log.append(topic, numberedMessages(1, 10));
      const first = await log.subscribe(toOptions(topic, (batch) => batch.commit(2n)));
      await eventually("a commit", async () => (await log.readLag(topic, `${topic}-group`))[0]?.committed === 3n);
      await first.stop();
      const admin = connectAdmin();
      await admin.connect();
      await admin.fetchTopicMetadata({ topics: [topic] });
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: "5" }] });
      await admin.disconnect();
      const fatal: Error[] = [];
      const delivered: Batch[] = [];
      const onBatch = async (batch: Batch) => {
        delivered.push(batch);
      };
      const subscription = await log.subscribe({
        ...toOptions(topic, onBatch),
        onFatal: (error) => fatal.push(error),
      });
      await subscription.stop();
      expect(fatal).toMatchObject([{ code: "offset_out_of_range" }]);
      expect(delivered).toEqual([]);
    });

    test("a group whose position is beyond the end of the log reads all of it again", async () => {
      const { topic, log } = await prepare();
      await log.append(topic, numberedMessages(1, 3));
      const admin = connectAdmin();
      await admin.connect();
      await admin.setOffsets({ groupId: `${topic}-group`, topic, partitions: [{ partition: 0, offset: "100" }] });
      await admin.disconnect();
      expect(await readTexts(log, topic, (seen) => seen.length >= 3)).toEqual(["key-0/0", "key-0/1", "key-0/2"]);
    });

    test("markers of transactions, which have offsets but no message, are passed over", async () => {
      const { topic, log } = await prepare();
      const kafka = new Kafka({ brokers: [...harness.brokers], logLevel: logLevel.NOTHING });
      const producer = kafka.producer({ transactionalId: topic, idempotent: true, maxInFlightRequests: 1 });
      await producer.connect();
      for (const value of ["one", "two"]) {
        const transaction = await producer.transaction();
        await transaction.send({ topic, messages: [{ key: "a", value }] });
        await transaction.commit();
      }
      await producer.disconnect();
      await log.append(topic, [message("a", "three")]);
      const texts: string[] = [];
      const onBatch = async (batch: Batch) => {
        texts.push(...batch.messages.map(toText));
        await commitAll(batch);
      };
      // One by one, so that fetches begin at markers.
      const subscription = await log.subscribe({ ...toOptions(topic, onBatch), batchMessagesMax: 1 });
      await eventually("the messages", () => texts.length >= 3, { show: () => texts });
      await subscription.stop();
      expect(texts).toEqual(["one", "two", "three"]);
      expect((await readNow(log, topic)).map(toText)).toEqual(["one", "two", "three"]);
    }, 60_000);

    test("a refusal that joining again cannot change is fatal", async () => {
      // Beyond the broker's limit (group.max.session.timeout.ms): retrying cannot help.
      const { topic, log } = await prepare({ sessionTimeoutMs: 2_000_000_000 });
      const fatal = Promise.withResolvers<Error>();
      await log.subscribe({ ...toOptions(topic, commitAll), onFatal: fatal.resolve });
      expect(await fatal.promise).toMatchObject({ code: "consumer_crashed" });
    });

    test("a rebalance makes the batch in progress stale, and its commit is refused", async () => {
      const { topic, topics, log } = await prepare();
      await log.append(topic, numberedMessages(1, 10));
      const inProgress = Promise.withResolvers<Batch>();
      const freed = Promise.withResolvers<void>();
      const first = await log.subscribe(
        toOptions(topic, async (batch) => {
          inProgress.resolve(batch);
          await freed.promise;
        }),
      );
      const batch = await inProgress.promise;
      const other = await harness.connect(topics);
      onTestFinished(() => other.log.close());
      await other.log.subscribe(toOptions(topic, commitAll));
      await eventually("the batch is stale", () => batch.isStale());
      await expect(batch.heartbeat()).rejects.toMatchObject({ code: "batch_stale" });
      await expect(batch.commit(9n)).rejects.toMatchObject({ code: "batch_stale" });
      freed.resolve();
      await first.stop();
      await eventually("the end", async () => (await log.readLag(topic, `${topic}-group`))[0]?.lagMessages === 0);
    });

    test("a partition that comes back during its batch gets no second one at the same time", async () => {
      const { topic, topics, log } = await prepare();
      await log.append(topic, numberedMessages(1, 10));
      const freed = Promise.withResolvers<void>();
      let begun = 0;
      const first = await log.subscribe(
        toOptions(topic, async () => {
          begun += 1;
          await freed.promise;
        }),
      );
      await eventually("the batch", () => begun === 1);
      const other = await harness.connect(topics);
      onTestFinished(() => other.log.close());
      const guest = await other.log.subscribe(toOptions(topic, async () => {}));
      await eventually("both are members", () => first.assignedShare() + guest.assignedShare() === 1);
      await sleep(1000);
      await guest.stop();
      await eventually("it comes back", () => first.assignedShare() === 1);
      await sleep(1500);
      expect(begun).toBe(1);
      freed.resolve();
      await eventually("the next batch", () => begun === 2);
      await first.stop();
    }, 60_000);

    test("a batch that takes longer than the session timeout keeps its partition", async () => {
      const { topic, log } = await prepare();
      await log.append(topic, [message("a", "slow")]);
      const deliveries: string[] = [];
      const subscription = await log.subscribe(
        toOptions(topic, async (batch) => {
          deliveries.push(...batch.messages.map(toText));
          await sleep(harness.sessionTimeoutMs * 1.5);
          await commitAll(batch);
        }),
      );
      await eventually("the end", async () => (await log.readLag(topic, `${topic}-group`))[0]?.lagMessages === 0, {
        timeoutMs: 30_000,
      });
      await subscription.stop();
      expect(deliveries).toEqual(["slow"]);
    }, 60_000);

    test("a killed broker loses no acknowledged message, and clients reconnect to it", async ({ skip }) => {
      const { broker } = harness;
      if (!broker) return skip("the broker was not started by this test");
      const lines: string[] = [];
      const { topic, log } = await prepare({ onRetry: ({ message: line }) => lines.push(line) });
      const seen = new Set<string>();
      await log.subscribe({
        ...toOptions(topic, async (batch) => {
          for (const each of batch.messages) seen.add(toText(each));
          await commitAll(batch);
        }),
      });
      const acknowledged: string[] = [];
      let refused = 0;
      const until = new AbortController();
      const producing = (async () => {
        for (let number = 0; !until.signal.aborted; number += 1) {
          await log.append(topic, [message("a", String(number))]).then(
            () => acknowledged.push(String(number)),
            () => {
              refused += 1;
            },
          );
        }
      })();
      await eventually("the first messages", () => seen.size > 20);
      await broker.kill();
      await eventually("a refusal", () => refused > 0, { timeoutMs: 60_000 });
      const before = acknowledged.length;
      await broker.start();
      await eventually("new messages", () => acknowledged.length > before + 20, { timeoutMs: 60_000 });
      until.abort();
      await producing;
      await eventually("all that was acknowledged", () => acknowledged.every((text) => seen.has(text)), {
        timeoutMs: 60_000,
      });
      expect(lines.filter((line) => line.includes("Connection"))).toEqual([expect.stringContaining("KAFKA_BROKERS")]);
    }, 180_000);
  }),
);
