import { expect, test } from "vitest";
import { RowChange } from "./row-change.ts";

const ended = async () => true;
const goesOn = async () => false;
const succeed = async () => "done";
const fail = () => Promise.reject(new Error("away"));

test("rows of an organization change only within a change that was announced for it, until that is over", async () => {
  const change = new RowChange(["org_a", "org_b"]);
  expect(await change.run(["org_b", "org_a"], { work: succeed, hasEnded: ended })).toBe("done");
  await expect(change.run(["org_a", "org_c"], { work: succeed, hasEnded: ended })).rejects.toThrow("'org_c'");
  change.end();
  await expect(change.run(["org_a"], { work: succeed, hasEnded: ended })).rejects.toThrow("not announced");
});

test("a change is settled when no work runs, and the store has ended what failed", async () => {
  const change = new RowChange(["org"]);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = change.run(["org"], { work: () => promise, hasEnded: ended });
  expect([change.isUncertain(), await change.isSettled()]).toEqual([true, false]);
  resolve();
  await running;
  expect([change.isUncertain(), await change.isSettled()]).toEqual([false, true]);
  await expect(change.run(["org"], { work: fail, hasEnded: ended })).rejects.toThrow("away");
  expect([change.isUncertain(), await change.isSettled()]).toEqual([true, true]);
  await expect(change.run(["org"], { work: fail, hasEnded: goesOn })).rejects.toThrow("away");
  expect(await change.isSettled()).toBe(false);
});

test("a later change that failed stands for an earlier one of the same organizations, unless that still runs", async () => {
  const create = async (...ids: readonly string[]) => {
    const change = new RowChange(ids);
    await expect(change.run(ids, { work: fail, hasEnded: goesOn })).rejects.toThrow("away");
    return change;
  };
  const later = await create("a", "b");
  expect(later.supersedes(await create("a"))).toBe(true);
  expect(later.supersedes(await create("a", "c"))).toBe(false);
  expect(new RowChange(["a"]).supersedes(await create("a"))).toBe(false);
  const running = new RowChange(["a"]);
  void running.run(["a"], { work: () => new Promise(() => undefined), hasEnded: ended });
  expect(later.supersedes(running)).toBe(false);
});
