import { deadLetter, ok } from "@ruaflow/runtime/outcome";
import { describe, expect, test } from "vitest";
import type { ReceivedMessage } from "../event-log.ts";
import { choosePartition } from "../partition.ts";
import {
  consume,
  eventually,
  type Fixture,
  message,
  numberedMessages,
  readLagMessages,
  subscribe,
  toText,
} from "./fixture.ts";
import type { EventLogHarness } from "./harness.ts";
import { useHarness } from "./with-fixture.ts";

async function readDeadLetters(fixture: Fixture, count: number): Promise<ReceivedMessage[]> {
  const letters: ReceivedMessage[] = [];
  const options = { topic: fixture.deadLetterTopic, group: "dead-letters" };
  const subscription = await subscribe(
    fixture,
    async (batch) => {
      letters.push(...batch.messages);
      await batch.commit(batch.messages.at(-1)?.offset ?? 0n);
    },
    options,
  );
  await eventually(`${count} dead letters`, () => letters.length >= count, { show: () => letters.length });
  await subscription.stop();
  return letters;
}

function untilRead(fixture: Fixture): Promise<void> {
  return eventually("no lag", async () => (await readLagMessages(fixture)) === 0);
}

export function describeConsumers(start: () => Promise<EventLogHarness>): void {
  describe("the consumer", () => {
    const harness = useHarness(start);

    test("waits out an outage, skips nothing and catches up", async () => {
      const fixture = await harness.createFixture(2);
      await fixture.log.append(fixture.topic, numberedMessages(10, 10));
      let down = true;
      const retries: string[] = [];
      const handled: string[] = [];
      const consumer = await consume(
        fixture,
        async (messages) => {
          if (down) throw new Error("store is down");
          handled.push(...messages.map(toText));
          return messages.map(ok);
        },
        { onRetry: (error) => retries.push(error.message) },
      );
      await eventually("some retries", () => retries.length >= 6);
      expect(await readLagMessages(fixture)).toBe(100);
      down = false;
      await untilRead(fixture);
      await consumer.stop();
      expect(new Set(handled).size).toBe(100);
      expect(new Set(retries)).toEqual(new Set(["store is down"]));
      expect(await fixture.log.readLag(fixture.deadLetterTopic, "x")).toMatchObject([{ end: 0n }]);
    });

    test("continues with other partitions while one waits", async () => {
      const fixture = await harness.createFixture(2);
      const stuck = choosePartition("key-0", 2);
      const othersAreRead = async () => {
        const lags = await fixture.log.readLag(fixture.topic, "group");
        return lags.every((lag) => lag.lagMessages === 0 || lag.partition === stuck);
      };
      await fixture.log.append(fixture.topic, numberedMessages(10, 10));
      const consumer = await consume(fixture, async (messages, { partition }) => {
        if (partition === stuck) throw new Error("down for this one");
        return messages.map(ok);
      });
      for (let round = 0; round < 3; round += 1) {
        await eventually(`the other partition, round ${round}`, othersAreRead);
        await fixture.log.append(fixture.topic, numberedMessages(10, 10));
      }
      await eventually("the other partition in the end", othersAreRead);
      await consumer.stop();
      expect(await readLagMessages(fixture)).toBeGreaterThan(0);
    });

    test("keeps a message that can never succeed as a dead letter, with reason, source and original bytes", async () => {
      const fixture = await harness.createFixture(1);
      const bytes = Buffer.from([0, 255, 1, 254]);
      await fixture.log.append(fixture.topic, [
        message("a", "fine"),
        message("b", bytes, { "content-type": "x/y" }),
        message("c", Buffer.alloc(1_000_000 - 1), { long: "h".repeat(39_000) }),
      ]);
      const consumer = await consume(fixture, async (messages) =>
        messages.map((each) => (each.key === "a" ? ok(each) : deadLetter("unreadable", `\u0000${"é".repeat(9000)}`))),
      );
      await untilRead(fixture);
      await consumer.stop();
      const [second, third] = await readDeadLetters(fixture, 2);
      expect(Buffer.from(second?.value ?? [])).toEqual(bytes);
      expect(second?.headers).toMatchObject({
        "content-type": "x/y",
        "dead-letter-reason": "unreadable",
        "dead-letter-detail": `\u0000${"é".repeat(1999)}`,
        "dead-letter-topic": fixture.topic,
        "dead-letter-partition": "0",
        "dead-letter-offset": "1",
        "dead-letter-group": "group",
      });
      expect([second?.key, third?.key, third?.value.byteLength]).toEqual(["b", "c", 999_999]);
    });

    test("continues after dead letters: the other messages are handled once, in order", async () => {
      const fixture = await harness.createFixture(2);
      await fixture.log.append(fixture.topic, numberedMessages(20, 20));
      const handled: string[] = [];
      const isPoison = (text: string) => text.endsWith("7");
      const consumer = await consume(
        fixture,
        async (messages) => {
          const texts = messages.map(toText);
          handled.push(...texts.filter((text) => !isPoison(text)));
          return texts.map((text) => (isPoison(text) ? deadLetter("poison", "cannot be digested") : ok(text)));
        },
        { partMessagesMax: 64, retryMaxMs: 5 },
      );
      await untilRead(fixture);
      await consumer.stop();
      const letters = await readDeadLetters(fixture, 40);
      expect(letters.map(toText).every(isPoison)).toBe(true);
      expect([letters.length, handled.length, new Set(handled).size]).toEqual([40, 360, 360]);
      expect(letters[0]?.headers).toMatchObject({
        "dead-letter-reason": "poison",
        "dead-letter-detail": "cannot be digested",
      });
    });

    test("stops within two seconds of finishing the part in progress, which it still commits", async () => {
      const fixture = await harness.createFixture(1);
      await fixture.log.append(fixture.topic, numberedMessages(1, 30));
      const begun = Promise.withResolvers<void>();
      const handled: string[] = [];
      let endedAt = 0;
      const consumer = await consume(
        fixture,
        async (messages) => {
          begun.resolve();
          await new Promise((resolve) => setTimeout(resolve, 300));
          handled.push(...messages.map(toText));
          endedAt = performance.now();
          return messages.map(ok);
        },
        { partMessagesMax: 10 },
      );
      await begun.promise;
      await Promise.all([consumer.stop(), consumer.stop()]);
      expect(performance.now() - endedAt).toBeLessThan(2000);
      expect(handled).toHaveLength(10);
      expect(await readLagMessages(fixture)).toBe(20);
    });

    test("stops within two seconds during an outage", async () => {
      const fixture = await harness.createFixture(1);
      await fixture.log.append(fixture.topic, numberedMessages(1, 3));
      const failed = Promise.withResolvers<void>();
      const down = async () => {
        throw new Error("down");
      };
      const consumer = await consume(fixture, down, {
        retryMinMs: 60_000,
        retryMaxMs: 60_000,
        onRetry: () => failed.resolve(),
      });
      await failed.promise;
      const stoppedAt = performance.now();
      await consumer.stop();
      expect(performance.now() - stoppedAt).toBeLessThan(2000);
      expect(await readLagMessages(fixture)).toBe(3);
    });
  });
}
