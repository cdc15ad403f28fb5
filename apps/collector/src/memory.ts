import type { SubmissionResult } from "@ruaflow/ingest";

/** The longest pause between two attempts of an item. */
const PAUSE_MS_MAX = 60_000;

/** The pause of an item that was submitted and left: only a mended source would make a difference. */
const LEFT_MS = 3_600_000;

/** An item that failed and is still in its source. */
interface FailedItem {
  readonly failures: number;
  readonly retryAt: number;
  /** Set if it is durable and only its acknowledgement failed. */
  readonly result: SubmissionResult | undefined;
  isListed: boolean;
}

/**
 * The items of a source that failed: when to retry them, and which of them need not be submitted again. It is lost with
 * the process, which only repeats work.
 */
export interface Memory {
  /** What to do with an item that was listed: `fresh` ones have not failed yet. */
  classify(key: string): "fresh" | "retry" | "wait";
  /** The result of an item that could not be acknowledged. */
  readResult(key: string): SubmissionResult | undefined;
  markDone(key: string): void;
  markFailed(key: string, result: SubmissionResult | undefined): void;
  /** Submitted, and not taken out: tried again after an hour. */
  markLeft(key: string): void;
  /** Ends a complete listing: forgets all items that were not in it. */
  forgetUnlisted(): void;
}

export interface MemoryOptions {
  /** Pause after the first failure; each further failure doubles it. */
  readonly retryMs: number;
  readonly now: () => number;
}

export function createMemory({ retryMs, now }: MemoryOptions): Memory {
  const failed = new Map<string, FailedItem>();
  return {
    classify(key) {
      const found = failed.get(key);
      if (found === undefined) return "fresh";
      found.isListed = true;
      return found.retryAt <= now() ? "retry" : "wait";
    },
    readResult: (key) => failed.get(key)?.result,
    markDone: (key) => void failed.delete(key),
    markFailed(key, result) {
      const failures = (failed.get(key)?.failures ?? 0) + 1;
      const retryAt = now() + Math.min(PAUSE_MS_MAX, retryMs * 2 ** (failures - 1));
      failed.set(key, { failures, retryAt, result, isListed: true });
    },
    markLeft: (key) =>
      void failed.set(key, { failures: 1, retryAt: now() + LEFT_MS, result: undefined, isListed: true }),
    forgetUnlisted() {
      for (const [key, found] of failed) {
        if (!found.isListed) failed.delete(key);
        found.isListed = false;
      }
    },
  };
}
