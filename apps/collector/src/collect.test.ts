import { setTimeout as sleep } from "node:timers/promises";
import type { Ingest } from "@ruaflow/ingest";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCollector } from "./collector.ts";
import type { Item, Source } from "./source.ts";
import { startIngest, type TestIngest, writeReport } from "./testing/start-ingest.ts";

const WITHIN = { timeout: 10_000 };

let running: TestIngest;
let collector: ReturnType<typeof createCollector>;
let metrics: ReturnType<typeof createMetrics>;
let seeds = 0;

beforeAll(async () => {
  running = await startIngest();
});

afterEach(() => collector.stop());
afterAll(() => running.stop());

function writeNext(): Buffer {
  seeds += 1;
  return writeReport(seeds);
}

interface FakeSource extends Source {
  readonly waiting: Set<string>;
  /** Names in the order in which they were acknowledged. */
  readonly acknowledged: string[];
  /** Rounds that were listed to their end. */
  rounds: number;
  wake(): void;
}

/** A place outside in memory; `fail` may throw for an item that is acknowledged. */
function createSource(names: readonly string[], fail: (name: string) => void = () => undefined): FakeSource {
  const waiting = new Set(names);
  const bodies = new Map(names.map((name) => [name, writeNext()]));
  let wake: () => void = () => undefined;
  const toItem = (name: string): Item => ({
    key: name,
    name,
    sizeBytes: 1000,
    async *open() {
      yield bodies.get(name) ?? writeNext();
    },
    async acknowledge() {
      fail(name);
      waiting.delete(name);
      source.acknowledged.push(name);
    },
  });
  const source: FakeSource = {
    name: "fake",
    channel: "folder",
    organizationId: null,
    waiting,
    acknowledged: [],
    rounds: 0,
    wake: () => wake(),
    async *list() {
      for (const name of [...waiting]) yield toItem(name);
      source.rounds += 1;
    },
    watch(listener) {
      wake = listener;
    },
    close: async () => undefined,
  };
  return source;
}

function collect(source: Source, ingest: Partial<Ingest> = {}, everyMs = 60_000): void {
  metrics = createMetrics();
  collector = createCollector({
    ...running,
    metrics,
    ingest: { ...running.ingest, ...ingest },
    sources: [source],
    everyMs,
    retryMs: 50,
  });
}

/** Counts submissions by name, and throws for those that `fail` chooses. */
function watchSubmits(fail: (name: string) => boolean = () => false) {
  const names: string[] = [];
  const submit: Ingest["submit"] = (submission, route) => {
    names.push(submission.name);
    if (fail(submission.name)) throw new Error("DNS did not answer");
    return running.ingest.submit(submission, route);
  };
  return { names, submit };
}

test("an item is acknowledged only after it was submitted", async () => {
  const source = createSource(["a"]);
  const before = running.readReportIds().length;
  let inLog: number | undefined;
  collect({
    ...source,
    async *list(stopping) {
      for await (const item of source.list(stopping)) {
        const acknowledge: Item["acknowledge"] = async (result) => {
          inLog = running.readReportIds().length;
          await item.acknowledge(result);
        };
        yield { ...item, acknowledge };
      }
    },
  });
  await expect.poll(() => source.acknowledged, WITHIN).toEqual(["a"]);
  expect(inLog).toBe(before + 1);
});

test("during an outage of the log nothing is acknowledged and few items are tried; afterwards everything arrives", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `file-${index}`);
  const source = createSource(names);
  const before = running.readReportIds().length;
  const submits = watchSubmits();
  running.setOutage(true);
  collect(source, submits, 50);
  await expect.poll(() => metrics.render(), WITHIN).toMatch(/rounds_total\{[^}]*outcome="failed"[^}]*\} 1/);
  expect([source.acknowledged, source.rounds]).toEqual([[], 0]);
  expect(submits.names.length).toBeLessThan(names.length / 2);
  running.setOutage(false);
  await expect.poll(() => source.waiting.size, WITHIN).toBe(0);
  expect(new Set(running.readReportIds().slice(before)).size).toBe(names.length);
});

test("items that always fail block no other, however many stand before them", async () => {
  const bad = Array.from({ length: 12 }, (_, index) => `bad-${index}`);
  const source = createSource([...bad, "good-1", "good-2"]);
  collect(
    source,
    watchSubmits((name) => name.startsWith("bad")),
    50,
  );
  await expect.poll(() => source.acknowledged.toSorted(), WITHIN).toEqual(["good-1", "good-2"]);
  expect(source.waiting.size).toBe(bad.length);
});

test("an item that fails is tried again with growing pauses, not in every round", async () => {
  const source = createSource(["bad", "good"]);
  const submits = watchSubmits((name) => name === "bad");
  collect(source, submits, 1);
  await expect.poll(() => source.rounds, WITHIN).toBeGreaterThan(8);
  const tries = submits.names.filter((name) => name === "bad").length;
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThan(source.rounds);
});

test("an item that could not be acknowledged is not submitted again", async () => {
  let attempts = 0;
  const source = createSource(["a"], () => {
    attempts += 1;
    if (attempts < 3) throw new Error("the source cannot be written");
  });
  const submits = watchSubmits();
  collect(source, submits, 20);
  await expect.poll(() => source.acknowledged, WITHIN).toEqual(["a"]);
  expect(submits.names).toEqual(["a"]);
});

test("after a crash between submitting and acknowledging, the item is submitted again as the same report", async () => {
  const before = running.readReportIds().length;
  let isCrashed = true;
  const source = createSource(["a"], () => {
    if (isCrashed) throw new Error("the process was killed");
  });
  collect(source);
  await expect.poll(() => running.readReportIds().length, WITHIN).toBe(before + 1);
  await collector.stop();
  isCrashed = false;
  collect(source);
  await expect.poll(() => source.acknowledged, WITHIN).toEqual(["a"]);
  const ids = running.readReportIds().slice(before);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test("a source that wakes the collector does not wait for the interval", async () => {
  const source = createSource([]);
  collect(source);
  await expect.poll(() => source.rounds, WITHIN).toBe(1);
  source.waiting.add("late");
  source.wake();
  await expect.poll(() => source.acknowledged, WITHIN).toEqual(["late"]);
});

test("a listing that fails ends its round only, after the items in flight are done", async () => {
  const source = createSource(["a"]);
  let failures = 0;
  collect(
    {
      ...source,
      async *list(stopping) {
        yield* source.list(stopping);
        failures += 1;
        throw new Error("the connection was lost");
      },
    },
    {},
    20,
  );
  await expect.poll(() => failures, WITHIN).toBeGreaterThan(2);
  expect(source.acknowledged).toEqual(["a"]);
  const text = await metrics.render();
  expect(text).toMatch(/ruaflow_collector_rounds_total\{[^}]*outcome="failed"[^}]*\} \d/);
  expect(text).toMatch(/ruaflow_collector_items_total\{[^}]*state="accepted"[^}]*\} \d/);
});

test("stopping waits for the items in flight and lists no more", async () => {
  const source = createSource(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
  collect(source, {}, 10);
  await expect.poll(() => running.readReportIds().length, WITHIN).toBeGreaterThan(0);
  await collector.stop();
  const rounds = source.rounds;
  const settled = source.acknowledged.length;
  await sleep(300);
  expect([source.rounds, source.acknowledged.length]).toEqual([rounds, settled]);
});

test("a source that does not answer does not hold up the end", async () => {
  const { promise: closed, reject } = Promise.withResolvers<readonly Item[]>();
  closed.catch(() => undefined);
  const source: Source = {
    ...createSource([]),
    async *list() {
      yield* await closed;
    },
    close: async () => reject(new Error("closed")),
  };
  metrics = createMetrics();
  collector = createCollector({ ...running, metrics, sources: [source], everyMs: 100, stopMsMax: 100 });
  await sleep(50);
  await collector.stop();
});

test("a source that stalls in the middle of its items holds up nothing that is read meanwhile", async () => {
  const source = createSource(["a", "b"]);
  const goOn = Promise.withResolvers<void>();
  let stalled = 0;
  collect({
    ...source,
    async *list(stopping) {
      for await (const item of source.list(stopping)) {
        async function* open() {
          stalled += 1;
          await goOn.promise;
          yield* item.open();
        }
        yield { ...item, sizeBytes: 60 * 1024 * 1024, open };
      }
    },
  });
  await expect.poll(() => stalled, WITHIN).toBe(2);
  (await running.ingest.budget.enter(64 * 1024 * 1024)).leave();
  goOn.resolve();
  await expect.poll(() => source.acknowledged.length, WITHIN).toBe(2);
});
