import { expect, test } from "vitest";
import { createKeyedBatcher } from "./keyed-batching.ts";

const nextTurn = () => new Promise(setImmediate);

/** Answers `a1` with `A1` when the flush is finished; the letter is the key. */
function start(itemsMax = 10) {
  const flushes: { readonly items: readonly string[]; readonly finish: () => void; readonly fail: () => void }[] = [];
  const add = createKeyedBatcher<string, string>({
    toKey: (item) => item.slice(0, 1),
    itemsMax,
    flush: (items) =>
      new Promise((resolve, reject) => {
        const finish = () => resolve(items.map((item) => item.toUpperCase()));
        flushes.push({ items, finish, fail: () => reject(new Error("broken")) });
      }),
  });
  return { flushes, add };
}

test("a single item is flushed at once; items added meanwhile share the next flushes, up to the limit", async () => {
  const { flushes, add } = start(2);
  const results = ["a1", "a2", "a3", "a4"].map(add);
  for (let index = 0; index < 3; index += 1) {
    expect(flushes).toHaveLength(index + 1);
    flushes[index]?.finish();
    await nextTurn();
  }
  expect(await Promise.all(results)).toEqual(["A1", "A2", "A3", "A4"]);
  expect(flushes.map(({ items }) => items)).toEqual([["a1"], ["a2", "a3"], ["a4"]]);
});

test("an item does not join a flush that has begun, even one of the same item", async () => {
  const { flushes, add } = start();
  const results = [add("a1"), add("a1")];
  expect(flushes.map(({ items }) => items)).toEqual([["a1"]]);
  flushes[0]?.finish();
  await nextTurn();
  flushes[1]?.finish();
  expect(await Promise.all(results)).toEqual(["A1", "A1"]);
});

test("items of another key neither wait nor fail with them", async () => {
  const { flushes, add } = start();
  const results = [add("a1").catch(String), add("b1")];
  expect(flushes.map(({ items }) => items)).toEqual([["a1"], ["b1"]]);
  flushes[0]?.fail();
  flushes[1]?.finish();
  expect(await Promise.all(results)).toEqual(["Error: broken", "B1"]);
});

test("after a failure, and after a pause, items are flushed again", async () => {
  const { flushes, add } = start();
  const failing = add("a1").catch(String);
  const next = add("a2");
  flushes[0]?.fail();
  expect(await failing).toBe("Error: broken");
  await nextTurn();
  flushes[1]?.finish();
  expect(await next).toBe("A2");
  await nextTurn();
  const later = add("a3");
  flushes[2]?.finish();
  expect(await later).toBe("A3");
});
