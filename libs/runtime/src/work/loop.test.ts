import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LoopOptions, startLoop } from "./loop.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loop whose rounds run the given functions in turn, then do nothing. */
function start(rounds: readonly (() => boolean)[] = [], pauses: Pick<LoopOptions, "delayMs" | "pauseMs"> = {}) {
  const startedAt = Date.now();
  const begun: number[] = [];
  const errors: unknown[] = [];
  const loop = startLoop({
    name: "test",
    everyMs: 1000,
    restMs: 300,
    ...pauses,
    onError: (error) => errors.push(error),
    work: async () => {
      begun.push(Date.now() - startedAt);
      await Promise.resolve();
      return rounds[begun.length - 1]?.() ?? false;
    },
  });
  return { loop, begun, errors };
}

const fail = () => {
  throw new Error("unreachable");
};

test("rounds run at their interval, and at once while there is more to do", async () => {
  const { loop, begun } = start([() => false, () => true, () => true]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(begun).toEqual([0, 1000, 1000, 1000]);
  await loop.stop();
});

test("a delay is before the first round only, is not shortened by waking, and ends when the loop is stopped", async () => {
  const { loop, begun } = start([], { delayMs: 500 });
  loop.wake();
  await vi.advanceTimersByTimeAsync(1500);
  expect(begun).toEqual([500, 1500]);
  await loop.stop();
  const stopped = start([], { delayMs: 500 });
  await stopped.loop.stop();
  expect(stopped.begun).toEqual([]);
});

test("a woken loop waits only for its shortest pause", async () => {
  const { loop, begun } = start([], { pauseMs: 100 });
  await vi.advanceTimersByTimeAsync(400);
  loop.wake();
  await vi.advanceTimersByTimeAsync(10);
  loop.wake();
  await vi.advanceTimersByTimeAsync(200);
  expect(begun).toEqual([0, 400, 500]);
  await loop.stop();
});

test("a wake-up during a round is not lost", async () => {
  const { loop, begun } = start([
    () => {
      loop.wake();
      return false;
    },
  ]);
  await vi.advanceTimersByTimeAsync(10);
  expect(begun).toEqual([0, 0]);
  await loop.stop();
});

test("failures end only their round, are reported once in a row, and a wake-up does not shorten the pause after them", async () => {
  const { loop, begun, errors } = start([fail, fail, () => false, fail]);
  await vi.advanceTimersByTimeAsync(10);
  loop.wake();
  await vi.advanceTimersByTimeAsync(1590);
  expect(begun).toEqual([0, 300, 600, 1600]);
  expect(errors).toHaveLength(2);
  await loop.stop();
});

test("stopping aborts the round under way, waits for it, and begins no other", async () => {
  const begun = vi.fn();
  let isEnded = false;
  const loop = startLoop({
    name: "test",
    everyMs: 1,
    onError: fail,
    async work(stopping) {
      begun();
      await new Promise((resolve) => stopping.addEventListener("abort", resolve));
      isEnded = true;
      return true;
    },
  });
  await loop.stop();
  expect(isEnded).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toHaveBeenCalledOnce();
});
