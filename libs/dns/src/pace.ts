import { setTimeout as sleep } from "node:timers/promises";

/** Lets through as many callers a second as it was made for, in the order in which they came. */
export type Pace = () => Promise<void>;

/** @param perSecond callers a second; the first ones of a quiet time do not wait */
export function createPace(perSecond: number): Pace {
  const gapMs = 1000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(now, nextAt);
    nextAt = mine + gapMs;
    if (mine > now) await sleep(mine - now);
  };
}

/** Lets everybody through at once. */
export const unpaced: Pace = () => Promise.resolve();
