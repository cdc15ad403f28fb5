import { expect, test } from "vitest";
import { forEachAtOnce } from "./for-each-at-once.ts";

async function* count(end: number) {
  for (let number = 0; number < end; number += 1) yield number;
}

test.each([
  ["a list", () => [...Array(20).keys()]],
  ["a stream", () => count(20)],
])("every item of %s is worked on once, as many at a time as allowed", async (_, open) => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await forEachAtOnce(open(), 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    done.push(item);
  });
  expect({ done: done.toSorted((one, other) => one - other), most }).toEqual({ done: [...Array(20).keys()], most: 3 });
});

test("after a failure no item is begun, what is in flight ends, and the failure is told", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const run = forEachAtOnce(count(20), 3, async (item) => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 1) throw new Error("the second");
    ended.push(item);
  });
  await expect(run).rejects.toThrow("the second");
  expect(begun.length).toBeLessThan(8);
  expect(ended).toEqual(begun.filter((item) => item !== 1));
});
