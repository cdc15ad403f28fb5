import { describe, expect, test } from "vitest";
import type { EventLog, ReceivedMessage } from "../event-log.ts";
import { choosePartition } from "../partition.ts";
import { eventually, type Fixture, message, numberedMessages, readNow, subscribe, toText } from "./fixture.ts";
import type { EventLogHarness } from "./harness.ts";
import { useHarness } from "./with-fixture.ts";

/** Reads the topic from its beginning until `count` messages have arrived. */
async function readAll(fixture: Fixture, count: number): Promise<ReceivedMessage[]> {
  const received: ReceivedMessage[] = [];
  const subscription = await subscribe(
    fixture,
    async (batch) => {
      received.push(...batch.messages);
      await batch.commit(batch.messages.at(-1)?.offset ?? 0n);
    },
    { group: "reader" },
  );
  await eventually(`${count} messages`, () => received.length >= count, { show: () => received.length });
  await subscription.stop();
  return received;
}

function groupByKey(messages: readonly ReceivedMessage[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const received of messages) texts.set(received.key, [...(texts.get(received.key) ?? []), toText(received)]);
  return texts;
}

function expectGapless(received: readonly ReceivedMessage[]): void {
  for (const [, messages] of Map.groupBy(received, ({ partition }) => partition)) {
    expect(messages.map(({ offset }) => offset)).toEqual(messages.map((_, index) => BigInt(index)));
  }
}

async function appendNumbered(log: EventLog, topic: string, key: string): Promise<void> {
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  await Promise.all(numbers.map((number) => log.append(topic, [message(key, String(number))])));
}

export function describeAppends(start: () => Promise<EventLogHarness>): void {
  describe("appending", () => {
    const harness = useHarness(start);

    test("keeps order within a key, without gaps in the offsets of a partition", async () => {
      const fixture = await harness.createFixture(3);
      await fixture.log.append(fixture.topic, numberedMessages(20, 10));
      const received = await readAll(fixture, 200);
      for (const [key, texts] of groupByKey(received)) {
        expect(texts).toEqual(Array.from({ length: 10 }, (_, number) => `${key}/${number}`));
      }
      expectGapless(received);
    });

    test("places a key where Kafka's default partitioner places it", async () => {
      const fixture = await harness.createFixture(5);
      await fixture.log.append(fixture.topic, numberedMessages(40, 1));
      const received = await readAll(fixture, 40);
      expect(received.map((each) => each.partition)).toEqual(received.map((each) => choosePartition(each.key, 5)));
    });

    test("keeps order within a key when many producers append at once", async () => {
      const fixture = await harness.createFixture(3);
      const others = await Promise.all([fixture.connect(), fixture.connect()]);
      const logs = [fixture.log, ...others.map(({ log }) => log)];
      await Promise.all(
        logs.flatMap((log, producer) =>
          [0, 1, 2, 3].map((key) => appendNumbered(log, fixture.topic, `${producer}-${key}`)),
        ),
      );
      const received = await readAll(fixture, 600);
      const texts = groupByKey(received);
      expect(texts.size).toBe(12);
      for (const numbers of texts.values()) expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => String(n)));
      expectGapless(received);
    });

    test("appends to many partitions from several processes, in any order, neither fail nor leave gaps", async () => {
      const fixture = await harness.createFixture(6);
      const others = await Promise.all([fixture.connect(), fixture.connect()]);
      const logs = [fixture.log, ...others.map(({ log }) => log)];
      const appendTo = async (log: EventLog, producer: number) => {
        for (let round = 0; round < 20; round++) {
          const messages = numberedMessages(12, 1).map(({ value }, key) =>
            message(`${(key * 5 + producer) % 12}`, value),
          );
          await log.append(fixture.topic, producer % 2 === 0 ? messages : messages.reverse());
        }
      };
      await Promise.all(logs.map(appendTo));
      expectGapless(await readAll(fixture, 720));
    });

    test("gives back every byte of key, value and headers", async () => {
      const fixture = await harness.createFixture(1);
      const value = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      const headers = { plain: "text", späť: "\u0000 nul, ünïcode, 🦆", empty: "" };
      await fixture.log.append(fixture.topic, [message("kéy \u0000", value, headers), message("empty", "")]);
      const [first, second] = await readAll(fixture, 2);
      expect(first?.key).toBe("kéy \u0000");
      expect(Buffer.from(first?.value ?? [])).toEqual(value);
      expect(first?.headers).toEqual(headers);
      expect(Math.abs((first?.appendedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(second?.value.byteLength).toBe(0);
    });

    test("the topic is read without a group: all messages, in order, repeatedly, and without affecting consumers", async () => {
      const fixture = await harness.createFixture(3);
      expect(await readNow(fixture.log, fixture.topic)).toEqual([]);
      const value = Buffer.from([0, 255, 1, 254]);
      await fixture.log.append(fixture.topic, [...numberedMessages(20, 10), message("b", value, { plain: "ü" })]);
      const first = await readNow(fixture.log, fixture.topic);
      expect(first).toHaveLength(201);
      for (const [key, texts] of groupByKey(first.filter((each) => each.key !== "b"))) {
        expect(texts).toEqual(Array.from({ length: 10 }, (_, number) => `${key}/${number}`));
      }
      const [bytes] = first.filter((each) => each.key === "b");
      expect([Buffer.from(bytes?.value ?? []), bytes?.headers]).toEqual([value, { plain: "ü" }]);
      const received = await readAll(fixture, 201);
      expect(received.map(({ partition, offset }) => `${partition}/${offset}`).sort()).toEqual(
        first.map(({ partition, offset }) => `${partition}/${offset}`).sort(),
      );
      for await (const _ of fixture.log.readTopic(fixture.topic)) break;
      expect(await readNow(fixture.log, fixture.topic)).toHaveLength(201);
    });

    test("accepts messages of 900 KiB, and delivers no more bytes at once than requested", async () => {
      const fixture = await harness.createFixture(1);
      const large = Array.from({ length: 6 }, (_, index) => message("large", Buffer.alloc(900 * 1024, index)));
      await fixture.log.append(fixture.topic, [...large, ...numberedMessages(1, 20)]);
      const batches: number[][] = [];
      const subscription = await subscribe(
        fixture,
        async (batch) => {
          batches.push(batch.messages.map((each) => each.value.byteLength));
          await batch.commit(batch.messages.at(-1)?.offset ?? 0n);
        },
        { batchBytesMax: 2 * 1024 * 1024, batchMessagesMax: 10 },
      );
      await eventually("all messages", () => batches.flat().length === 26);
      await subscription.stop();
      expect(batches.flat().slice(0, 6)).toEqual(Array(6).fill(900 * 1024));
      for (const sizes of batches) {
        expect(sizes.length).toBeLessThanOrEqual(10);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2 * 1024 * 1024);
      }
    });

    test("refuses a message it could never deliver, but not the messages appended at the same time", async () => {
      const fixture = await harness.createFixture(1);
      const [huge, wordy, fine] = await Promise.allSettled([
        fixture.log.append(fixture.topic, [message("a", "first"), message("a", Buffer.alloc(1_000_001))]),
        fixture.log.append(fixture.topic, [message("a", "second", { header: "x".repeat(40_001) })]),
        fixture.log.append(fixture.topic, [message("a", "third")]),
      ]);
      expect(huge).toMatchObject({ status: "rejected", reason: { code: "message_too_large" } });
      expect(wordy).toMatchObject({ status: "rejected", reason: { code: "message_too_large" } });
      expect(fine.status).toBe("fulfilled");
      expect((await readAll(fixture, 1)).map(toText)).toEqual(["third"]);
    });

    test("refuses an unknown topic", async () => {
      const fixture = await harness.createFixture(1);
      const unknown = { code: "topic_unknown" };
      await expect(fixture.log.append("test.unknown", [message("a", "b")])).rejects.toMatchObject(unknown);
      await expect(readNow(fixture.log, "test.unknown")).rejects.toMatchObject(unknown);
    });

    test("can be prepared by several processes at once, and again", async () => {
      const fixture = await harness.createFixture(2);
      await Promise.all([fixture.connect(), fixture.connect(), fixture.log.prepare()]);
      expect(await fixture.log.readLag(fixture.topic, "group")).toHaveLength(2);
      await fixture.log.ping();
    });
  });
}
