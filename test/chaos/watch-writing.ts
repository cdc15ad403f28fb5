import { setTimeout as sleep } from "node:timers/promises";
import { countReports } from "../support/list-reports.ts";
import type { ChaosTarget } from "./target.ts";

const LOOK_EVERY_MS = 500;

/** Both in milliseconds. */
export interface WritingPauses {
  /** Longest time in which the API showed no further report although some waited, disturbances included. */
  readonly longestStandstillMs: number;
  /** Longest time from the end of a disturbance, nothing else disturbing meanwhile, to the next report written. */
  readonly longestResumeMs: number;
}

export interface WritingWatch {
  /** Everything that should run is running again. */
  noteDisturbanceEnd(): void;
  /** Waits until everything acknowledged is there, or nothing more comes. */
  finish(): Promise<WritingPauses>;
}

export interface WatchOptions {
  readonly countAcknowledged: () => number;
  /** Without any further report for this long, the rest is taken for lost. */
  readonly giveUpAfterMs: number;
}

/** Follows how the API shows what was acknowledged, while everything is disturbed and until it has caught up. */
export function watchWriting(target: ChaosTarget, { countAcknowledged, giveUpAfterMs }: WatchOptions): WritingWatch {
  let written = 0;
  let movedAt = Date.now();
  let disturbedUntil = 0;
  let longestStandstillMs = 0;
  let longestResumeMs = 0;
  let endingSince = Number.POSITIVE_INFINITY;

  async function look(): Promise<void> {
    if (written >= countAcknowledged()) movedAt = Date.now();
    // An API that is away shows nothing: that is a standstill too.
    const found = await countReports(target.api(), target.key).catch(() => written);
    longestStandstillMs = Math.max(longestStandstillMs, Date.now() - movedAt);
    longestResumeMs = Math.max(longestResumeMs, Date.now() - Math.max(movedAt, disturbedUntil));
    if (found !== written) movedAt = Date.now();
    written = found;
  }

  const isGivenUp = () => Date.now() - Math.max(movedAt, endingSince) > giveUpAfterMs;

  const watching = (async () => {
    while (endingSince === Number.POSITIVE_INFINITY || (written < countAcknowledged() && !isGivenUp())) {
      await look();
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    noteDisturbanceEnd() {
      disturbedUntil = Date.now();
    },
    async finish() {
      endingSince = Date.now();
      await watching;
      return { longestStandstillMs, longestResumeMs };
    },
  };
}
