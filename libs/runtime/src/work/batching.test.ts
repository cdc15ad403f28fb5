import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createBatcher } from "./batching.ts";

function createRecorder(work: (items: readonly number[]) => Promise<void>) {
  const batches: number[][] = [];
  const batcher = createBatcher<number, number>({
    itemsMax: 3,
    bytesMax: 100,
    flushAfterMs: 5,
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

test("drain waits for everything added before it", async () => {
  const { batches, batcher } = createRecorder(() => sleep(2));
  for (const item of [1, 2, 3, 4]) void batcher.add(item);
  await batcher.drain();
  expect(batches.flat()).toEqual([1, 2, 3, 4]);
});
