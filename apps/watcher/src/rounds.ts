import { setTimeout as sleep } from "node:timers/promises";

/** Some work; true when there is more to do at once. What it waits for from outside it leaves when `stopping` says so. */
export type Round = (stopping: AbortSignal) => Promise<boolean>;

export interface RoundsOptions {
  /** From the end of a round to the next. */
  readonly everyMs: number;
  readonly round: Round;
  /** After a round that failed; the next one comes in its time. */
  readonly onError: (error: unknown) => void;
}

/** Does one round after the other until it is stopped. */
export function startRounds({ everyMs, round, onError }: RoundsOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      const hasMore = await round(stopping.signal).catch((error) => {
        if (!stopping.signal.aborted) onError(error);
        return false;
      });
      if (!hasMore) await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
