import { expect, test } from "vitest";
import { shareReads } from "./share-reads.ts";

/** Reads that end when told; each has a number. */
function createReads() {
  const ends: (() => void)[] = [];
  let failing = false;
  const readSince = shareReads(async () => {
    const number = ends.length;
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    await promise;
    if (failing) throw new Error("down");
    return number;
  });
  return {
    readSince,
    count: () => ends.length,
    end: (number: number) => ends[number]?.(),
    fail() {
      failing = true;
    },
  };
}

test("a value that was read late enough is not read again", async () => {
  const { readSince, end, count } = createReads();
  const since = performance.now();
  const first = readSince(since);
  end(0);
  expect(await first).toBe(0);
  expect(await readSince(since)).toBe(0);
  expect(count()).toBe(1);
});

test("callers during a read that began too early share the next one", async () => {
  const { readSince, end, count } = createReads();
  const first = readSince(0);
  const since = performance.now() + 1;
  while (performance.now() <= since);
  const others = [readSince(since), readSince(since)];
  expect(count()).toBe(1);
  end(0);
  expect(await first).toBe(0);
  await Promise.resolve();
  end(1);
  expect(await Promise.all(others)).toEqual([1, 1]);
  expect(count()).toBe(2);
});

test("a read that fails rejects its callers, and the next caller reads again", async () => {
  const { readSince, end, fail } = createReads();
  fail();
  const first = readSince(0);
  end(0);
  await expect(first).rejects.toThrow("down");
  const second = readSince(performance.now() + 1);
  end(1);
  await expect(second).rejects.toThrow("down");
});
