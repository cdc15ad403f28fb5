import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createByteGate } from "./byte-gate.ts";

test("what is inside stays within the limit, in the order of coming", async () => {
  const gate = createByteGate(100);
  const entered: number[] = [];
  let inside = 0;
  let most = 0;
  const work = async (bytes: number) => {
    const leave = await gate.enter(bytes);
    entered.push(bytes);
    inside += bytes;
    most = Math.max(most, inside);
    await sleep(1);
    inside -= bytes;
    leave();
  };
  await Promise.all([60, 30, 50, 10, 40, 1].map(work));
  expect(entered).toEqual([60, 30, 50, 10, 40, 1]);
  expect(most).toBeLessThanOrEqual(100);
});

test("one that is larger than the limit enters alone", async () => {
  const gate = createByteGate(100);
  const leave = await gate.enter(10);
  let isIn = false;
  const large = gate.enter(1000).then((leaveLarge) => {
    isIn = true;
    return leaveLarge;
  });
  await sleep(1);
  expect(isIn).toBe(false);
  leave();
  (await large)();
  expect(isIn).toBe(true);
});
