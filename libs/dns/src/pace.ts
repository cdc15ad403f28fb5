import { setTimeout as sleep } from "node:timers/promises";

/** Waits so that callers pass at a limited rate, in the order of their calls. */
export type Pace = () => Promise<void>;

/** The clock that callers wait by. */
export interface PaceClock {
  /** Milliseconds since any moment. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

export const machineClock: PaceClock = { now: () => performance.now(), sleep };

/** @param perSecond callers per second; the first caller after a pause does not wait */
export function createPace(perSecond: number, clock = machineClock): Pace {
  const gapMs = 1000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = clock.now();
    const turnAt = Math.max(now, nextAt);
    nextAt = turnAt + gapMs;
    if (turnAt > now) await clock.sleep(turnAt - now);
  };
}

/** Does not limit the rate. */
export const unpaced: Pace = () => Promise.resolve();
