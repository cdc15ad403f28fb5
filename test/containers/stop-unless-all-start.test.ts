import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { stopUnlessAllStart } from "./stop-unless-all-start.ts";

const startAfter = async (delayMs: number, stop: () => Promise<void>) => {
  await sleep(delayMs);
  return { stop };
};

test("when one server does not start, those that started before and after it are stopped", async () => {
  const [early, late] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  const failing = sleep(5).then(() => Promise.reject(new Error("unhealthy")));
  const started = stopUnlessAllStart([startAfter(1, early), failing, startAfter(20, late)]);
  await expect(started).rejects.toThrow("unhealthy");
  expect([early, late].map((stop) => stop.mock.calls.length)).toEqual([1, 1]);
});

test("when all start, none is stopped", async () => {
  const stop = vi.fn(async () => undefined);
  await stopUnlessAllStart([startAfter(1, stop), startAfter(2, stop)]);
  expect(stop).not.toHaveBeenCalled();
});
