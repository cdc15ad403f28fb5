import type { LoopOptions } from "@ruaflow/runtime/work";
import type { Judge } from "@ruaflow/verdicts/judge";
import { restAfter } from "./rest.ts";

export interface VerdictRoundOptions {
  readonly judge: Judge;
  /** Longest rest after a step; default {@link REST_MAX_MS}. */
  readonly restMaxMs?: number;
}

/** Other questions come in between while many domains wait, as after an override or an import. */
const REST_SHARE = 0.25;
/** Longest rest of a step. */
const REST_MAX_MS = 2_000;
/** What no transaction queues is looked for so often. */
const OUTDATED_EVERY_MS = 10_000;

/**
 * Judges the sources of the domains that are due, of one organization after the other. The queue is in the database: a step that is
 * interrupted is repeated. Each step rests for a quarter of the time that it took.
 */
export function createVerdictRound({ judge, restMaxMs = REST_MAX_MS }: VerdictRoundOptions): LoopOptions["work"] {
  const toRestMs = (workMs: number) => Math.min(restMaxMs, REST_SHARE * workMs);
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async (stopping) => {
    const startedAt = performance.now();
    if (startedAt - checkedAt >= OUTDATED_EVERY_MS) {
      await judge.queueOutdated();
      checkedAt = startedAt;
    }
    await judge.queueChangedFacts();
    const isMore = await judge.judgeNext();
    if (isMore) await restAfter(startedAt, stopping, toRestMs);
    return isMore;
  };
}
