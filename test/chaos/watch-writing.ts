import { setTimeout as sleep } from "node:timers/promises";
import { countReports } from "../support/list-reports.ts";
import type { ChaosTarget } from "./target.ts";

const POLL_EVERY_MS = 500;

/** Both in milliseconds. */
export interface WritingPauses {
  /** Longest time in which the API showed no new report although some were waiting, disturbances included. */
  readonly longestStandstillMs: number;
  /** Longest time from the end of a disturbance to the next report written, without another disturbance in between. */
  readonly longestResumeMs: number;
}

export interface WritingWatch {
  /** Call this when everything is running again. */
  recordDisturbanceEnd(): void;
  /** Waits until all acknowledged reports are shown, or no more appear. */
  finish(): Promise<WritingPauses>;
}

export interface WatchOptions {
  readonly countAcknowledged: () => number;
  /** After this long without another report, the rest counts as lost. */
  readonly giveUpAfterMs: number;
}

/** Watches how the API shows acknowledged reports, during the disturbances and until it has caught up. */
export function watchWriting(target: ChaosTarget, { countAcknowledged, giveUpAfterMs }: WatchOptions): WritingWatch {
  let written = 0;
  let movedAt = Date.now();
  let disturbedUntil = 0;
  let longestStandstillMs = 0;
  let longestResumeMs = 0;
  let endingSince = Number.POSITIVE_INFINITY;

  async function check(): Promise<void> {
    if (written >= countAcknowledged()) movedAt = Date.now();
    // An unreachable API shows nothing, which is a standstill too.
    const found = await countReports(target.api(), target.key).catch(() => written);
    longestStandstillMs = Math.max(longestStandstillMs, Date.now() - movedAt);
    longestResumeMs = Math.max(longestResumeMs, Date.now() - Math.max(movedAt, disturbedUntil));
    if (found !== written) movedAt = Date.now();
    written = found;
  }

  const isGivenUp = () => Date.now() - Math.max(movedAt, endingSince) > giveUpAfterMs;

  const watching = (async () => {
    while (endingSince === Number.POSITIVE_INFINITY || (written < countAcknowledged() && !isGivenUp())) {
      await check();
      await sleep(POLL_EVERY_MS);
    }
  })();
  return {
    recordDisturbanceEnd() {
      disturbedUntil = Date.now();
    },
    async finish() {
      endingSince = Date.now();
      await watching;
      return { longestStandstillMs, longestResumeMs };
    },
  };
}
