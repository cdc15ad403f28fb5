import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createByteBudget } from "./byte-budget.ts";

test("what is in hand stays within the budget, in the order of coming", async () => {
  const budget = createByteBudget(100);
  const entered: number[] = [];
  let inHand = 0;
  let most = 0;
  const work = async (bytes: number) => {
    const share = await budget.enter(bytes);
    entered.push(bytes);
    inHand += bytes;
    most = Math.max(most, inHand);
    await sleep(1);
    inHand -= bytes;
    share.leave();
  };
  await Promise.all([60, 30, 50, 10, 40, 1].map(work));
  expect(entered).toEqual([60, 30, 50, 10, 40, 1]);
  expect(most).toBeLessThanOrEqual(100);
});

test("one that is larger than the budget enters alone", async () => {
  const budget = createByteBudget(100);
  const share = await budget.enter(10);
  let isIn = false;
  const large = budget.enter(1000).then((entered) => {
    isIn = true;
    return entered;
  });
  await sleep(1);
  expect([isIn, budget.tryEnter(1)]).toEqual([false, null]);
  share.leave();
  (await large).leave();
  const alone = budget.tryEnter(1000);
  expect(alone).not.toBeNull();
  expect(budget.tryEnter(1)).toBeNull();
});

test("a share grows as long as there is room, alone beyond the budget, and gives all of it back", () => {
  const budget = createByteBudget(100);
  const first = budget.tryEnter(10);
  const second = budget.tryEnter(50);
  expect(first?.growTo(50)).toBe(true);
  expect(first?.growTo(51)).toBe(false);
  expect(budget.tryEnter(1)).toBeNull();
  second?.leave();
  expect(first?.growTo(1000)).toBe(true);
  first?.leave();
  first?.leave();
  expect(budget.tryEnter(100)).not.toBeNull();
  expect(budget.tryEnter(1)).toBeNull();
});
