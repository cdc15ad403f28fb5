import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { type Loop, type LoopOptions, startLoop } from "@ruaflow/runtime/work";
import type { KeeperLoop, Lock, Wake } from "./keeper-loop.ts";
import { observeLoops } from "./observe-loops.ts";

interface StartOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const REST_MAX_MS = 60_000;

/** Starts loops that may wake one another. Each runs for itself: a failure delays only the next round of its own loop. */
export function startLoops(list: (wake: Wake) => readonly KeeperLoop[], { logger, metrics }: StartOptions): Service {
  const running = new Map<string, Loop>();
  const loops = list((name) => running.get(name)?.wake());
  const observe = observeLoops(
    metrics,
    loops.map(({ name }) => name),
  );
  for (const { name, everyMs, restMs = Math.min(everyMs, REST_MAX_MS), lock, work, failure } of loops) {
    const round = observe(name, lock === null ? work : underLock(lock, work));
    const onError = (error: unknown) => logger.warn({ err: error, loop: name }, failure);
    running.set(name, startLoop({ name, everyMs, restMs, work: round, onError }));
  }
  return {
    name: "loops",
    stop: async () => void (await Promise.all([...running.values()].map((loop) => loop.stop()))),
  };
}

/** A round that another process has the lock for ends at once, with nothing more to do. */
function underLock(lock: Lock, work: LoopOptions["work"]): LoopOptions["work"] {
  return async (stopping) => {
    let hasMore = false;
    await lock(async () => {
      hasMore = await work(stopping);
    });
    return hasMore;
  };
}
