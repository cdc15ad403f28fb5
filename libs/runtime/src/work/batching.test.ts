import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { askAs, readAsker } from "../turns/asker.ts";
import { createBatcher } from "./batching.ts";

function createRecorder(work: (items: readonly number[]) => Promise<void>, flushAfterMs: number | null = 5) {
  const batches: number[][] = [];
  const batcher = createBatcher<number, number>({
    itemsMax: 3,
    bytesMax: 100,
    flushAfterMs,
    sizeOf: (item) => item,
    flush: async (items) => {
      batches.push([...items]);
      await work(items);
      return items.map((item) => item * 2);
    },
  });
  return { batches, batcher };
}

test("each item gets its own result, and items added together share a flush", async () => {
  const { batches, batcher } = createRecorder(async () => undefined);
  expect(await Promise.all([1, 2, 3].map((item) => batcher.add(item)))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("a batch is limited by items and by bytes, and order is kept", async () => {
  const { batches, batcher } = createRecorder(() => sleep(1));
  await Promise.all([1, 1, 1, 1, 99, 50, 1].map((item) => batcher.add(item)));
  expect(batches).toEqual([
    [1, 1, 1],
    [1, 99],
    [50, 1],
  ]);
});

test("a failed flush rejects its own items and no others", async () => {
  const { batcher } = createRecorder(async (items) => {
    if (items.includes(7)) throw new Error("refused");
  });
  const results = await Promise.allSettled([7, 8, 9, 1].map((item) => batcher.add(item)));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
});

test("without a wait a single item is flushed at once; items added meanwhile share the next flush, even after a failure", async () => {
  const { batches, batcher } = createRecorder(async (items) => {
    await sleep(1);
    if (items.includes(7)) throw new Error("refused");
  }, null);
  const results = [7, 7, 8, 9].map((item) => batcher.add(item).catch(String));
  expect(batches).toEqual([[7]]);
  expect(await Promise.all(results)).toEqual(["Error: refused", ...Array(3).fill("Error: refused")]);
  const later = batcher.add(1);
  expect(batches).toEqual([[7], [7, 8, 9], [1]]);
  expect(await later).toBe(2);
});

test("drain waits for everything added before it", async () => {
  const { batches, batcher } = createRecorder(() => sleep(2));
  for (const item of [1, 2, 3, 4]) void batcher.add(item);
  await batcher.drain();
  expect(batches.flat()).toEqual([1, 2, 3, 4]);
});

test("drain waits for nothing more, neither before a flush nor after it", async () => {
  const flushed: number[] = [];
  const flush = async (items: readonly number[]) => {
    flushed.push(...items);
    return items;
  };
  const batcher = createBatcher({ itemsMax: 2, bytesMax: 100, flushAfterMs: 15_000, sizeOf: () => 1, flush });
  const startedAt = performance.now();
  // The first two fill a batch. When it is flushed, the pause has begun.
  await Promise.all([batcher.add(1), batcher.add(2)]);
  await batcher.drain();
  void batcher.add(3);
  await batcher.drain();
  expect(flushed).toEqual([1, 2, 3]);
  expect(performance.now() - startedAt).toBeLessThan(15_000 / 2);
});

test("a batch that becomes full after a flush waits no longer", async () => {
  const flush = async (items: readonly number[]) => items;
  const batcher = createBatcher({ itemsMax: 2, bytesMax: 100, flushAfterMs: 15_000, sizeOf: () => 1, flush });
  const startedAt = performance.now();
  await Promise.all([batcher.add(1), batcher.add(2)]);
  // The pause after a flush has begun.
  await Promise.all([batcher.add(3), sleep(5).then(() => batcher.add(4))]);
  expect(performance.now() - startedAt).toBeLessThan(15_000 / 2);
});

/** A wait of 15 s, which also a busy machine tells from none. */
const LONG = { msMax: 15_000 };

/** Whose flushes take 20 ms. */
function createLingering({ factor = 1, msMax = 150 } = {}) {
  const flushedAt: number[] = [];
  const batcher = createBatcher<number, number>({
    itemsMax: 100,
    bytesMax: 1000,
    flushAfterMs: 1,
    linger: { flushes: 1000, msMax, bytesMax: 50, factor: () => factor },
    sizeOf: (item) => item,
    flush: async (items) => {
      flushedAt.push(performance.now());
      await sleep(20);
      return items;
    },
  });
  return { flushedAt, batcher, pause: () => (flushedAt.at(-1) ?? 0) - (flushedAt.at(-2) ?? 0) };
}

test("after a flush, little waits for more as long as the linger allows", async () => {
  const { flushedAt, batcher, pause } = createLingering();
  await batcher.add(1);
  await Promise.all([batcher.add(1), sleep(30).then(() => batcher.add(1))]);
  expect(flushedAt).toHaveLength(2);
  expect(pause()).toBeGreaterThan(150);
});

test("a factor makes the wait longer", async () => {
  const { batcher, pause } = createLingering({ factor: 3 });
  await batcher.add(1);
  await batcher.add(1);
  expect(pause()).toBeGreaterThan(450);
});

test("much does not wait, whether it is there when a flush ends or comes later", async () => {
  const { batcher, pause } = createLingering(LONG);
  const first = batcher.add(1);
  await sleep(10);
  await Promise.all([first, batcher.add(50)]);
  expect(pause()).toBeLessThan(LONG.msMax / 2);
  const little = batcher.add(1);
  await sleep(30);
  await Promise.all([little, batcher.add(49)]);
  expect(pause()).toBeLessThan(LONG.msMax / 2);
});

test("drain ends the wait", async () => {
  const { batcher, pause } = createLingering(LONG);
  await batcher.add(1);
  void batcher.add(1);
  await batcher.drain();
  expect(pause()).toBeLessThan(LONG.msMax / 2);
});

test("a batch is asked by the service, for it is of all who wait for it", async () => {
  const together = { itemsMax: 10, bytesMax: 10, sizeOf: () => 1, flushAfterMs: null };
  const batcher = createBatcher({ ...together, flush: async (items: readonly null[]) => items.map(readAsker) });
  expect(await askAs({ organization: "org_1", caller: "key" }, () => batcher.add(null))).toBe(null);
});
