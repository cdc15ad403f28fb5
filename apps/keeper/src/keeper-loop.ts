import type { LoopOptions } from "@ruaflow/runtime/work";

/** Work that no request waits for, in rounds. */
export interface KeeperLoop {
  /** Names it in metrics. */
  readonly name: string;
  /** From the end of a round to the next one. */
  readonly everyMs: number;
  /** From a round that failed to the next one; default `everyMs`, a minute at most. */
  readonly restMs?: number;
  /** Held during each round, so that of several keepers one does this work; `null`: any number may do it at the same time. */
  readonly lock: Lock | null;
  /** One round; true when there is more to do at once. */
  readonly work: LoopOptions["work"];
  /** Logged when rounds begin to fail. */
  readonly failure: string;
}

/** Runs `work` unless another process holds the lock. */
export type Lock = (work: () => Promise<void>) => Promise<unknown>;

/** Begins the next round of a loop at once. */
export type Wake = (name: string) => void;
