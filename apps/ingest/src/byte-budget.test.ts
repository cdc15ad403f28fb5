import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createByteBudget } from "./byte-budget.ts";
import type { Party } from "./turns.ts";

const of = (organization: string, kind: Party["kind"] = "upload"): Party => ({ organization, kind, id: "key" });

/** Enters, and says whether it is inside yet. */
function enter(budget: ReturnType<typeof createByteBudget>, bytes: number, party: Party | null = null) {
  const state = { isInside: false, leave: () => {} };
  void budget.enter(bytes, { party }).then((share) => {
    state.isInside = true;
    state.leave = share.leave;
  });
  return state;
}

test("bytes in the budget stay within it, and the operator's submissions enter in the order in which they came", async () => {
  const budget = createByteBudget(100);
  const entered: number[] = [];
  let inside = 0;
  let most = 0;
  const work = async (bytes: number) => {
    const share = await budget.enter(bytes);
    entered.push(bytes);
    inside += bytes;
    most = Math.max(most, inside);
    await sleep(1);
    inside -= bytes;
    share.leave();
    share.leave();
  };
  await Promise.all([60, 30, 50, 10, 40, 1].map(work));
  expect(entered).toEqual([60, 30, 50, 10, 40, 1]);
  expect(most).toBeLessThanOrEqual(100);
});

test("a submission larger than the budget enters alone", async () => {
  const budget = createByteBudget(100);
  const share = await budget.enter(10);
  const large = enter(budget, 1000);
  const next = enter(budget, 1);
  await sleep(1);
  expect([large.isInside, next.isInside]).toEqual([false, false]);
  share.leave();
  await sleep(1);
  expect([large.isInside, next.isInside]).toEqual([true, false]);
  large.leave();
  await sleep(1);
  expect(next.isInside).toBe(true);
});

test("one organization leaves the others half of the budget, and mail leaves uploads a quarter", async () => {
  const budget = createByteBudget(100);
  const greedy = [1, 2, 3].map(() => enter(budget, 25, of("a")));
  const other = enter(budget, 25, of("b"));
  await sleep(1);
  expect([...greedy, other].map(({ isInside }) => isInside)).toEqual([true, true, false, true]);
  for (const { leave } of [...greedy, other]) leave();
  await sleep(1);
  greedy[2]?.leave();
  const mails = ["a", "b", "c", "d"].map((name) => enter(budget, 25, of(name, "mail")));
  const upload = enter(budget, 25, of("e"));
  await sleep(1);
  expect([...mails, upload].map(({ isInside }) => isInside)).toEqual([true, true, true, false, true]);
});

test("a first submission may be larger than its organization's part, and a further one waits", async () => {
  const budget = createByteBudget(100);
  const large = enter(budget, 80, of("a"));
  const second = enter(budget, 10, of("a"));
  const other = enter(budget, 10, of("b", "mail"));
  await sleep(1);
  expect([large, second, other].map(({ isInside }) => isInside)).toEqual([true, false, true]);
});

test("a wait can be ended, and takes nothing then", async () => {
  const budget = createByteBudget(100);
  const first = await budget.enter(100);
  const giveUp = new AbortController();
  const waiting = budget.enter(50, { signal: giveUp.signal });
  giveUp.abort(new Error("too long"));
  await expect(waiting).rejects.toThrow("too long");
  first.leave();
  (await budget.enter(100)).leave();
});
