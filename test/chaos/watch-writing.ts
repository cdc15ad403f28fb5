import { setTimeout as sleep } from "node:timers/promises";
import { countReports } from "../support/list-reports.ts";
import type { ChaosTarget } from "./target.ts";

const LOOK_EVERY_MS = 500;
/** Without any further report for this long, the rest is taken for lost. */
const GIVE_UP_AFTER_MS = 120_000;

export interface WritingWatch {
  /** Waits until everything acknowledged is there, or nothing more comes; the longest standstill in milliseconds. */
  finish(): Promise<number>;
}

/** Follows how the API shows what was acknowledged, while everything is disturbed and until it has caught up. */
export function watchWriting(target: ChaosTarget, countAcknowledged: () => number): WritingWatch {
  let written = 0;
  let movedAt = Date.now();
  let longestMs = 0;
  let endingSince = Number.POSITIVE_INFINITY;

  async function look(): Promise<void> {
    if (written >= countAcknowledged()) movedAt = Date.now();
    // An API that is away shows nothing: that is a standstill too.
    const found = await countReports(target.api(), target.key).catch(() => written);
    longestMs = Math.max(longestMs, Date.now() - movedAt);
    if (found !== written) movedAt = Date.now();
    written = found;
  }

  const isGivenUp = () => Date.now() - Math.max(movedAt, endingSince) > GIVE_UP_AFTER_MS;

  const watching = (async () => {
    while (endingSince === Number.POSITIVE_INFINITY || (written < countAcknowledged() && !isGivenUp())) {
      await look();
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    async finish() {
      endingSince = Date.now();
      await watching;
      return longestMs;
    },
  };
}
