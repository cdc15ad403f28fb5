import { setTimeout as sleep } from "node:timers/promises";
import { deadLetter, drop, ok } from "@ruaflow/runtime/outcome";
import { expect, onTestFinished, test } from "vitest";
import type { Progress } from "./consumer/handle.ts";
import { type ConsumerOptions, createConsumer } from "./consumer.ts";
import type { Batch, EventLog } from "./event-log.ts";
import { eventually, message } from "./testing/fixture.ts";
import { startTestLog } from "./testing/start-test-log.ts";

const topics = [
  { name: "work", partitions: 1, retentionMs: 1000 },
  { name: "dead", partitions: 1, retentionMs: 1000 },
];

/** A log with one partition that holds these messages. */
async function prepareLog(...texts: string[]): Promise<EventLog> {
  const log = await startTestLog({ topics });
  // Not awaited: some handlers here never return.
  onTestFinished(() => void log.close());
  await log.prepare();
  await log.append(
    "work",
    texts.map((text) => message("key", text)),
  );
  return log;
}

function consume(log: EventLog, handle: ConsumerOptions["handle"], options: Partial<ConsumerOptions> = {}) {
  const onFatal = (error: Error) => {
    throw error;
  };
  return createConsumer(log, {
    topic: "work",
    group: "group",
    deadLetterTopic: "dead",
    retryMaxMs: 5,
    onFatal,
    ...options,
    handle,
  });
}

async function readCommitted(log: EventLog): Promise<number> {
  const [lag] = await log.readLag("work", "group");
  return Number(lag?.committed);
}

/** The same log, with some functions replaced. */
function alter(log: EventLog, changes: Partial<EventLog>): EventLog {
  return { ...log, ...changes };
}

/** The same log; each batch is changed before the consumer receives it. */
function alterBatches(log: EventLog, change: (batch: Batch) => Batch): EventLog {
  return alter(log, {
    subscribe: (options) => log.subscribe({ ...options, onBatch: (batch) => options.onBatch(change(batch)) }),
  });
}

test("progress reports partition, messages and outcomes, part by part", async () => {
  const log = await prepareLog("1", "2", "3");
  const progress: Progress[] = [];
  const consumer = await consume(log, async (messages) => messages.map(() => drop("duplicate")), {
    partMessagesMax: 2,
    onProgress: (each) => progress.push(each),
  });
  await eventually("the end", async () => (await readCommitted(log)) === 3);
  await consumer.stop();
  const outcome = { kind: "drop", reason: "duplicate" };
  expect(progress).toEqual([
    { partition: 0, messages: 2, outcomes: [outcome, outcome] },
    { partition: 0, messages: 1, outcomes: [outcome] },
  ]);
});

test("a part ends where its messages would be too large by the consumer's own count", async () => {
  const log = await prepareLog("1", "2", "3");
  const parts: number[] = [];
  const consumer = await consume(log, async (messages) => messages.map(() => drop("duplicate")), {
    partBytesMax: 10,
    countBytes: ({ offset }) => (offset === 1n ? 8 : 5),
    onProgress: ({ messages }) => parts.push(messages),
  });
  await eventually("the end", async () => (await readCommitted(log)) === 3);
  await consumer.stop();
  expect(parts).toEqual([1, 1, 1]);
});

test("a dead letter is durable before the offset is committed, however many attempts that takes", async () => {
  const log = await prepareLog("bad");
  const events: string[] = [];
  const broken = alter(log, {
    async append(topic, messages) {
      if (events.length < 2) {
        events.push("append failed");
        throw new Error("log is down");
      }
      events.push(`append when committed is ${await readCommitted(log)}`);
      await log.append(topic, messages);
    },
  });
  const consumer = await consume(broken, async (messages) => messages.map(() => deadLetter("bad", "")));
  await eventually("the commit", async () => (await readCommitted(log)) === 1);
  await consumer.stop();
  expect(events).toEqual(["append failed", "append failed", "append when committed is 0"]);
});

test("during an outage, work on a batch ends as soon as the batch is stale", async () => {
  let stale = false;
  const log = await prepareLog("1");
  const failed = Promise.withResolvers<void>();
  const rejected = Promise.withResolvers<unknown>();
  const watched = alterBatches(log, (batch) => ({ ...batch, isStale: () => stale || batch.isStale() }));
  const inner = alter(watched, {
    subscribe: (options) =>
      watched.subscribe({
        ...options,
        onBatch: (batch) => options.onBatch(batch).catch(rejected.resolve),
      }),
  });
  const down = async () => {
    failed.resolve();
    throw new Error("down");
  };
  const consumer = await consume(inner, down, { retryMinMs: 60_000, retryMaxMs: 60_000 });
  await failed.promise;
  stale = true;
  expect(await rejected.promise).toMatchObject({ code: "batch_stale" });
  await consumer.stop();
  expect(await readCommitted(log)).toBe(0);
});

test("during an outage, heartbeats keep the consumer in its group", async () => {
  let heartbeats = 0;
  const log = await prepareLog("1");
  const counted = alterBatches(log, (batch) => ({
    ...batch,
    async heartbeat() {
      heartbeats += 1;
    },
  }));
  const down = async () => {
    throw new Error("down");
  };
  const consumer = await consume(counted, down, { retryMinMs: 60_000, retryMaxMs: 60_000 });
  await eventually("two heartbeats", () => heartbeats >= 2);
  await consumer.stop();
});

test("a handler that returns too few outcomes is fatal and commits nothing", async () => {
  const log = await prepareLog("1", "2");
  const fatal = Promise.withResolvers<Error>();
  const consumer = await consume(log, async () => [ok(1)], { onFatal: fatal.resolve });
  expect(await fatal.promise).toMatchObject({ code: "handler_broken" });
  await consumer.stop();
  expect(await readCommitted(log)).toBe(0);
});

test("a handler that never returns is found by the watchdog", async () => {
  const log = await prepareLog("1");
  const fatal = Promise.withResolvers<Error>();
  const never = Promise.withResolvers<never>();
  await consume(log, () => never.promise, { stalledAfterMs: 300, onFatal: fatal.resolve });
  expect(await fatal.promise).toMatchObject({ code: "consumer_stalled" });
});

test("a handler that sends heartbeats has not stalled, however long it takes", async () => {
  const log = await prepareLog("1");
  const fatal: Error[] = [];
  const consumer = await consume(
    log,
    async (messages, context) => {
      for (let beats = 0; beats < 10; beats += 1) {
        await context.heartbeat();
        await sleep(100);
      }
      return messages.map(ok);
    },
    { stalledAfterMs: 400, onFatal: (error) => fatal.push(error) },
  );
  await eventually("the end", async () => (await readCommitted(log)) === 1);
  await consumer.stop();
  expect(fatal).toEqual([]);
});

test("a subscription that never delivers waiting messages is found by the watchdog", async () => {
  const log = await prepareLog("1");
  const fatal = Promise.withResolvers<Error>();
  const silent = alter(log, {
    subscribe: async () => ({ assignedPartitions: () => [0], assignedShare: () => 1, stop: async () => {} }),
  });
  const consumer = await consume(silent, async () => [], { stalledAfterMs: 300, onFatal: fatal.resolve });
  expect(await fatal.promise).toMatchObject({ code: "consumer_stalled" });
  await consumer.stop();
});

test("the watchdog ignores a consumer without messages, one that waits out an outage and one without partitions", async () => {
  const fatal: Error[] = [];
  const options = { stalledAfterMs: 200, onFatal: (error: Error) => fatal.push(error) };
  const idle = await consume(await prepareLog(), async () => [], options);
  const waiting = await consume(
    await prepareLog("1"),
    async () => {
      throw new Error("down");
    },
    { ...options, retryMaxMs: 50 },
  );
  const log = await prepareLog("1");
  const spare = alter(log, {
    subscribe: async () => ({ assignedPartitions: () => [], assignedShare: () => 0, stop: async () => {} }),
  });
  const without = await consume(spare, async () => [], options);
  await new Promise((resolve) => setTimeout(resolve, 800));
  await Promise.all([idle.stop(), waiting.stop(), without.stop()]);
  expect(fatal).toEqual([]);
});
