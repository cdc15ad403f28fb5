import fc from "fast-check";
import { expect, test } from "vitest";
import { toRate } from "./rates.ts";

test.for([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 100],
  [5, 8, 62.5],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 2000, 0.1],
  [1, 2001, 0],
  [1999, 2000, 100],
  [123, 2000, 6.2],
] as const)("%i of %i is %d %%: one decimal, half up, 0 without messages", ([part, whole, rate]) => {
  expect(toRate(part, whole)).toBe(rate);
});

test("the rate of any counts has one decimal, rounded as by exact arithmetic", () => {
  const counts = fc.tuple(fc.nat(2 ** 31), fc.integer({ min: 1, max: 2 ** 31 }));
  fc.assert(
    fc.property(counts, ([some, whole]) => {
      const part = Math.min(some, whole);
      const tenths = (2000n * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole));
      expect(toRate(part, whole)).toBe(Number(tenths) / 10);
    }),
  );
});
