import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createForwarder } from "../lanes/forward.ts";
import { consume, eventually, type Fixture, message, numberedMessages, subscribe, toText } from "./fixture.ts";
import type { EventLogHarness } from "./harness.ts";
import { useHarness } from "./with-fixture.ts";

const SLICE = 10;
/** Keys and values like key-0 and key-0/0. */
const SLICE_BYTES = SLICE * 12;
const IN_FLIGHT = 2;

/** Forwards from the fixture's second topic, which has one partition, to its first one. */
async function startForwarding(fixture: Fixture) {
  const stopping = new AbortController();
  const handle = createForwarder({
    log: fixture.log,
    topic: fixture.topic,
    group: "group",
    stopping: stopping.signal,
    limits: {
      sliceMessagesMax: SLICE,
      sliceBytesMax: 1024 * 1024,
      inFlightBytesMin: SLICE_BYTES * IN_FLIGHT,
      inFlightBytesMax: SLICE_BYTES * IN_FLIGHT,
      writtenWithinMsMin: 0,
      writtenWithinMsMax: 60_000,
      pauseMsMax: 1000,
      pollEveryMs: 20,
    },
  });
  const consumer = await consume(fixture, handle, { topic: fixture.deadLetterTopic, group: "forwarder" });
  return async () => {
    const stopped = consumer.stop();
    stopping.abort();
    await stopped;
  };
}

async function countForwarded(fixture: Fixture): Promise<number> {
  const positions = await fixture.log.readPositions(fixture.topic, "group");
  return positions.reduce((sum, { end }) => sum + Number(end), 0);
}

/** Reads and commits the topic until stopped. */
async function startReading(fixture: Fixture) {
  const texts: string[] = [];
  const subscription = await subscribe(fixture, async (batch) => {
    texts.push(...batch.messages.map(toText));
    await batch.commit(batch.messages.at(-1)?.offset ?? 0n);
  });
  return { texts, stop: () => subscription.stop() };
}

export function describeForwarding(start: () => Promise<EventLogHarness>): void {
  describe("forwarding to another topic", () => {
    const harness = useHarness(start);

    test("waits for that topic's consumers, and keeps the order of each key", async () => {
      const fixture = await harness.createFixture(3);
      await fixture.log.append(fixture.deadLetterTopic, numberedMessages(8, 10));
      const stopForwarding = await startForwarding(fixture);
      await eventually("the first slices", async () => (await countForwarded(fixture)) === SLICE * IN_FLIGHT);
      await sleep(300);
      expect(await countForwarded(fixture)).toBe(SLICE * IN_FLIGHT);
      // What is appended now is not behind the 60 messages that still wait.
      await fixture.log.append(fixture.topic, [message("live", "live")]);
      const reading = await startReading(fixture);
      await eventually("all messages", () => reading.texts.length === 81, { show: () => reading.texts.length });
      await stopForwarding();
      await reading.stop();
      const keys = Map.groupBy(reading.texts, (text) => text.split("/")[0]);
      for (const [key, texts] of keys) {
        if (key !== "live") expect(texts).toEqual(Array.from({ length: 10 }, (_, number) => `${key}/${number}`));
      }
      expect(reading.texts.indexOf("live")).toBeLessThan(SLICE * (IN_FLIGHT + 2));
    });

    test("stops while nothing is written, and another process goes on with the rest", async () => {
      const fixture = await harness.createFixture(2);
      await fixture.log.append(fixture.deadLetterTopic, numberedMessages(5, 10));
      const stopFirst = await startForwarding(fixture);
      await eventually("the first slices", async () => (await countForwarded(fixture)) === SLICE * IN_FLIGHT);
      await stopFirst();
      const stopSecond = await startForwarding(fixture);
      const reading = await startReading(fixture);
      await eventually("all messages", () => new Set(reading.texts).size === 50, { show: () => reading.texts.length });
      await stopSecond();
      await reading.stop();
    });
  });
}
