import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { HandleContext } from "../consumer/handle.ts";
import type { LogMessage, ReceivedMessage } from "../event-log.ts";
import { eventually } from "../testing/fixture.ts";
import { startTestLog } from "../testing/start-test-log.ts";
import { createForwarder, type ForwardLimits } from "./forward.ts";

const SLICE_BYTES = 100;

const LIMITS: ForwardLimits = {
  sliceMessagesMax: 1000,
  sliceBytesMax: SLICE_BYTES,
  inFlightBytesMin: 2 * SLICE_BYTES,
  inFlightBytesMax: 4 * SLICE_BYTES,
  writtenWithinMsMin: 0,
  writtenWithinMsMax: 60_000,
  pauseMsMax: 1000,
  pollEveryMs: 10,
};

const received = (count: number): ReceivedMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    partition: 0,
    offset: BigInt(index),
    appendedAt: new Date(),
    key: "k",
    value: Buffer.alloc(9, index),
    headers: { number: String(index) },
  }));

/** A log whose only consumer takes `writeMs` for each batch; `null`: there is none. */
async function start(writeMs: (() => number) | null) {
  const log = await startTestLog({ topics: [{ name: "to", partitions: 1, retentionMs: 1000 }] });
  onTestFinished(() => log.close());
  await log.prepare();
  const stopping = new AbortController();
  const slices: number[] = [];
  const watched = {
    ...log,
    async append(topic: string, messages: readonly LogMessage[]) {
      slices.push(messages.length);
      await log.append(topic, messages);
    },
  };
  let isStale = false;
  let heartbeats = 0;
  const context: HandleContext = {
    topic: "from",
    partition: 0,
    isStale: () => isStale,
    async heartbeat() {
      heartbeats += 1;
    },
  };
  const forward = createForwarder({
    log: watched,
    topic: "to",
    group: "group",
    limits: LIMITS,
    stopping: stopping.signal,
  });
  if (writeMs !== null) {
    await log.subscribe({
      topic: "to",
      group: "group",
      batchMessagesMax: 1000,
      batchBytesMax: 1_000_000,
      async onBatch(batch) {
        await sleep(writeMs());
        await batch.commit(batch.messages.at(-1)?.offset ?? 0n);
      },
      onFatal(error) {
        throw error;
      },
    });
  }
  return {
    log,
    slices,
    stopping,
    forward: (messages: readonly ReceivedMessage[]) => forward(messages, context),
    countHeartbeats: () => heartbeats,
    makeStale() {
      isStale = true;
    },
  };
}

test("key, value and headers are forwarded as they are", async () => {
  const { forward, log } = await start(() => 0);
  expect(await forward(received(2))).toMatchObject([{ kind: "ok" }, { kind: "ok" }]);
  const forwarded = [];
  for await (const message of log.readTopic("to")) forwarded.push(message);
  expect(forwarded.map(({ key, value, headers }) => [key, value[0], headers.number])).toEqual([
    ["k", 0, "0"],
    ["k", 1, "1"],
  ]);
});

test("while nothing is written, nothing more is forwarded, and heartbeats keep the partition", async () => {
  const { forward, slices, stopping, countHeartbeats } = await start(null);
  const forwarding = forward(received(100));
  forwarding.catch(() => undefined);
  await eventually("heartbeats", () => countHeartbeats() > 5);
  expect(slices).toEqual([10, 10]);
  stopping.abort();
  await expect(forwarding).rejects.toMatchObject({ code: "batch_stale" });
});

test("a member that has lost the partition forwards nothing more", async () => {
  const { forward, slices, makeStale, countHeartbeats } = await start(null);
  const forwarding = forward(received(100));
  forwarding.catch(() => undefined);
  await eventually("heartbeats", () => countHeartbeats() > 0);
  makeStale();
  await expect(forwarding).rejects.toMatchObject({ code: "batch_stale" });
  expect(slices).toEqual([10, 10]);
});
