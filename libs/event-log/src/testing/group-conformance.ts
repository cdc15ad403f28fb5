import { describe, expect, test } from "vitest";
import type { Batch, EventLog } from "../event-log.ts";
import { eventually, type Fixture, message, numberedMessages, readLagMessages, subscribe, toText } from "./fixture.ts";
import type { EventLogHarness } from "./harness.ts";
import { useHarness } from "./with-fixture.ts";

function lastOffset(batch: Batch): bigint {
  return batch.messages.at(-1)?.offset ?? 0n;
}

/** Checks that each key's numbers arrive in order; a number may be repeated, but none may be skipped. */
function createSequenceCheck() {
  const next = new Map<string, number>();
  const skipped: string[] = [];
  return {
    skipped,
    count: () => [...next.values()].reduce((sum, number) => sum + number, 0),
    see(batch: Batch) {
      for (const received of batch.messages) {
        const number = Number(toText(received).split("/")[1]);
        const expected = next.get(received.key) ?? 0;
        if (number > expected) skipped.push(`${toText(received)} before ${expected}`);
        next.set(received.key, Math.max(expected, number + 1));
      }
    },
  };
}

/** Reads and commits everything, and records the texts. */
function subscribeAndCommit(fixture: Fixture, texts: string[], log?: EventLog) {
  return subscribe(
    fixture,
    async (batch) => {
      texts.push(...batch.messages.map(toText));
      await batch.commit(lastOffset(batch));
    },
    log ? { log } : {},
  );
}

export function describeGroups(start: () => Promise<EventLogHarness>): void {
  describe("a consumer group", () => {
    const harness = useHarness(start);

    test("continues from the last commit after a restart", async () => {
      const fixture = await harness.createFixture(2);
      const texts: string[] = [];
      await fixture.log.append(fixture.topic, numberedMessages(4, 5));
      const first = await subscribeAndCommit(fixture, texts);
      await eventually("the first messages", () => texts.length === 20);
      await first.stop();
      await fixture.log.append(fixture.topic, [message("late", "late/0")]);
      const second = await subscribeAndCommit(fixture, texts, (await fixture.connect()).log);
      await eventually("the late message", () => texts.length > 20);
      await second.stop();
      expect(texts.slice(20)).toEqual(["late/0"]);
    });

    test("delivers again from the last commit when a batch fails or is committed in part", async () => {
      const fixture = await harness.createFixture(1);
      await fixture.log.append(fixture.topic, numberedMessages(1, 10));
      const seen: string[][] = [];
      const subscription = await subscribe(fixture, async (batch) => {
        seen.push(batch.messages.map(toText));
        if (seen.length === 1) await batch.commit(3n);
        if (seen.length === 2) throw new Error("on purpose");
        if (seen.length === 3) await batch.commit(lastOffset(batch));
      });
      await eventually("an empty log", async () => (await readLagMessages(fixture)) === 0);
      await subscription.stop();
      expect(seen.map((texts) => texts[0])).toEqual(["key-0/0", "key-0/4", "key-0/4"]);
    });

    test("reads independently of other groups, each from the beginning", async () => {
      const fixture = await harness.createFixture(2);
      await fixture.log.append(fixture.topic, numberedMessages(4, 5));
      const texts: string[] = [];
      const subscription = await subscribeAndCommit(fixture, texts);
      await eventually("all messages", () => texts.length === 20);
      await eventually("no lag", async () => (await readLagMessages(fixture)) === 0);
      await subscription.stop();
      expect(await readLagMessages(fixture, "other")).toBe(20);
    });

    test("gives the uncommitted work of a crashed member to another one, and refuses its commit", async () => {
      const fixture = await harness.createFixture(1);
      await fixture.log.append(fixture.topic, numberedMessages(1, 10));
      const zombie = await fixture.connect();
      const inProgress = Promise.withResolvers<Batch>();
      const freed = Promise.withResolvers<void>();
      await subscribe(
        fixture,
        async (batch) => {
          await batch.commit(2n);
          inProgress.resolve(batch);
          await freed.promise;
        },
        { log: zombie.log, onFatal: () => {} },
      );
      const batch = await inProgress.promise;
      await zombie.crash();
      const texts: string[] = [];
      const survivor = await subscribeAndCommit(fixture, texts);
      const takeover = { timeoutMs: harness.takeoverMs() };
      await eventually("the work of the crashed member", () => texts.length > 0, takeover);
      await eventually("the crashed member notices", () => batch.isStale(), takeover);
      await expect(batch.commit(lastOffset(batch))).rejects.toThrow();
      freed.resolve();
      await survivor.stop();
      expect(texts).toEqual([3, 4, 5, 6, 7, 8, 9].map((number) => `key-0/${number}`));
      expect(await readLagMessages(fixture)).toBe(0);
    });

    test("shares the partitions fairly among its members", async () => {
      const fixture = await harness.createFixture(6);
      const first = await subscribeAndCommit(fixture, []);
      await eventually("all for the first", () => first.assignedPartitions().length === 6);
      expect(first.assignedShare()).toBe(1);
      const members = [first];
      for (let guest = 0; guest < 2; guest += 1) {
        members.push(await subscribeAndCommit(fixture, [], (await fixture.connect()).log));
      }
      const count = () => members.map((member) => member.assignedPartitions().length);
      await eventually("two partitions each", () => count().every((length) => length === 2), { show: count });
      expect(members.map((member) => member.assignedShare())).toEqual([1 / 3, 1 / 3, 1 / 3]);
      await first.stop();
      await eventually("three each for the others", () => count().join() === "0,3,3", { show: count });
      await Promise.all(members.map((member) => member.stop()));
    });

    test("loses nothing and keeps order while members join and leave under load", async () => {
      const fixture = await harness.createFixture(6);
      const sequence = createSequenceCheck();
      const onBatch = async (batch: Batch) => {
        sequence.see(batch);
        await new Promise((resolve) => setTimeout(resolve, 5));
        await batch.commit(lastOffset(batch));
      };
      const load = appendSteadily(fixture);
      const steady = await subscribe(fixture, onBatch, { batchMessagesMax: 20 });
      for (let round = 0; round < 4; round += 1) {
        const { log } = await fixture.connect();
        const guest = await subscribe(fixture, onBatch, { log, batchMessagesMax: 20 });
        await new Promise((resolve) => setTimeout(resolve, 500));
        await guest.stop();
      }
      const appended = await load;
      await eventually("no lag", async () => (await readLagMessages(fixture)) === 0, { timeoutMs: 25_000 });
      await steady.stop();
      expect(sequence.skipped).toEqual([]);
      expect(sequence.count()).toBe(appended);
    }, 60_000);

    test("reports its lag in messages and in seconds", async () => {
      const fixture = await harness.createFixture(1);
      expect(await fixture.log.readLag(fixture.topic, "group")).toEqual([
        { partition: 0, end: 0n, committed: 0n, lagMessages: 0, lagSeconds: 0 },
      ]);
      await fixture.log.append(fixture.topic, numberedMessages(1, 5));
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const [lag] = await fixture.log.readLag(fixture.topic, "group");
      expect(lag).toMatchObject({ end: 5n, committed: 0n, lagMessages: 5 });
      expect(lag?.lagSeconds).toBeGreaterThan(1.4);
      expect(lag?.lagSeconds).toBeLessThan(6);
      const positions = await fixture.log.readPositions(fixture.topic, "group");
      expect(positions).toMatchObject([{ partition: 0, end: 5n, committed: 0n }]);
      const subscription = await subscribe(fixture, async (batch) => {
        if (batch.messages.length === 5) await batch.commit(1n);
      });
      await eventually("the commit", async () => (await readLagMessages(fixture)) === 3);
      await subscription.stop();
      expect(await fixture.log.readPositions(fixture.topic, "group")).toMatchObject([{ end: 5n, committed: 2n }]);
    });
  });
}

/** Appends rounds of numbered messages for about two seconds; resolves with their number. */
async function appendSteadily(fixture: Fixture): Promise<number> {
  const messages = numberedMessages(30, 100);
  for (let start = 0; start < messages.length; start += 60) {
    await fixture.log.append(fixture.topic, messages.slice(start, start + 60));
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return messages.length;
}
