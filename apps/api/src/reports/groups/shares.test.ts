import fc from "fast-check";
import { expect, test } from "vitest";
import { toShares } from "./shares.ts";

const share = (counts: readonly number[], failed = counts.reduce((sum, count) => sum + count, 0)) => {
  const groups = counts.map((count) => ({ messages: count + 5, passed: 5 }));
  const shares = toShares(groups, failed);
  return groups.map((group) => shares.get(group) ?? Number.NaN);
};

test.for<readonly [number[], number[]]>([
  [
    [1, 1, 1],
    [33.4, 33.3, 33.3],
  ],
  [
    [2015, 0],
    [100, 0],
  ],
  [
    [67, 27, 6],
    [67, 27, 6],
  ],
  [[0], [0]],
  [[], []],
])("%j are %j percent", ([counts, shares]) => {
  expect(share(counts)).toEqual(shares);
});

test("shares of all groups add up to 100, and each is less than one part beside the exact one", () => {
  const counts = fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 2_000 });
  fc.assert(
    fc.property(counts, (some) => {
      const failed = some.reduce((sum, count) => sum + count, 0);
      fc.pre(failed > 0);
      const shares = share(some);
      expect(Math.round(shares.reduce((sum, each) => sum + 10 * each, 0))).toBe(1000);
      for (const [index, count] of some.entries())
        expect(Math.abs((shares[index] ?? 0) - (100 * count) / failed)).toBeLessThan(0.1001);
    }),
  );
});

test("groups that are left out have the rest", () => {
  expect(share([10, 10], 30)).toEqual([33.4, 33.3]);
});
