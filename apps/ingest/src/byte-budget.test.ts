import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createByteBudget } from "./byte-budget.ts";

test("bytes in flight stay within the budget, and shares are granted in the order of requests", async () => {
  const budget = createByteBudget(100);
  const entered: number[] = [];
  let inFlight = 0;
  let most = 0;
  const work = async (bytes: number) => {
    const share = await budget.enter(bytes);
    entered.push(bytes);
    inFlight += bytes;
    most = Math.max(most, inFlight);
    await sleep(1);
    inFlight -= bytes;
    share.leave();
  };
  await Promise.all([60, 30, 50, 10, 40, 1].map(work));
  expect(entered).toEqual([60, 30, 50, 10, 40, 1]);
  expect(most).toBeLessThanOrEqual(100);
});

test("a request larger than the budget enters alone", async () => {
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

test("a share grows while the budget has room, and beyond it if it is alone, and returns everything", () => {
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
