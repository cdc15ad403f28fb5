import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

const limits = { bytesPerSecondMin: 1024, windowMs: 10_000, waitMsMax: 280_000 };

/** Sends `bytes` every `everyMs` and returns after how many seconds it is too slow; `null`: not within ten minutes. */
function findEnd(bytes: (second: number) => number, everyMs = 1000): number | null {
  const pace = new Pace(limits);
  for (let nowMs = 0; nowMs < 600_000; nowMs += 100) {
    if (nowMs % everyMs === 0) {
      if (nowMs > 0) pace.endWait(nowMs, bytes(nowMs / 1000));
      pace.beginWait(nowMs);
    }
    if (nowMs % 1000 === 0 && pace.isTooSlow(nowMs)) return nowMs / 1000;
  }
  return null;
}

test("a sender that stays below the rate over ten seconds is too slow then, however much it has sent before", () => {
  expect(findEnd(() => 1)).toBe(10);
  expect(findEnd(() => 1023)).toBe(10);
  expect(findEnd((second) => (second === 1 ? 67_000_000 : 1))).toBe(20);
  expect(findEnd(() => 1, 10_000)).toBe(10);
});

test("a sender at the rate is not, even if it sends nothing for half of the window; but nothing takes for ever", () => {
  expect(findEnd(() => 1100)).toBe(281);
  expect(findEnd(() => 6000, 5000)).toBe(281);
});

test("time in which the sender is not waited for does not count", () => {
  const pace = new Pace(limits);
  pace.beginWait(0);
  pace.endWait(1000, 1);
  for (let nowMs = 1000; nowMs < 500_000; nowMs += 1000) expect(pace.isTooSlow(nowMs)).toBe(false);
});

test("a process that stands still does not blame the sender for it", () => {
  const pace = new Pace(limits);
  pace.beginWait(0);
  expect(pace.isTooSlow(60_000)).toBe(false);
  expect(pace.isTooSlow(120_000)).toBe(false);
  for (let second = 121; second < 126; second += 1) expect(pace.isTooSlow(second * 1000)).toBe(false);
  expect(pace.isTooSlow(126_000)).toBe(true);
});
