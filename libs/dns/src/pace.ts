import { setTimeout as sleep } from "node:timers/promises";

/** Waits so that callers pass at a limited rate, in the order of their calls. */
export type Pace = () => Promise<void>;

/** @param perSecond callers per second; the first caller after a pause does not wait */
export function createPace(perSecond: number): Pace {
  const gapMs = 1000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const turnAt = Math.max(now, nextAt);
    nextAt = turnAt + gapMs;
    if (turnAt > now) await sleep(turnAt - now);
  };
}

/** Does not limit the rate. */
export const unpaced: Pace = () => Promise.resolve();
