import { setTimeout as sleep } from "node:timers/promises";

/** Rest for each unit of work: at most a tenth of one processor is used. */
const REST_FACTOR = 10;
/** A machine that is busy makes a step long; new sources should not wait for that. */
const REST_MAX_MS = 10_000;

export function toRestMs(workMs: number): number {
  return Math.min(REST_MAX_MS, workMs * REST_FACTOR);
}

/** Rests in proportion to the work since `startedAt` (`performance.now()`), or until `stopping` is aborted. */
export async function restAfter(startedAt: number, stopping: AbortSignal, toMs = toRestMs): Promise<void> {
  await sleep(toMs(performance.now() - startedAt), undefined, { signal: stopping }).catch((error: unknown) => {
    if (!stopping.aborted) throw error;
  });
}
