import type { Service } from "@ruaflow/runtime";
import { inBackground } from "@ruaflow/runtime/background";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { type Loop, type LoopOptions, startLoop } from "@ruaflow/runtime/work";
import pLimit from "p-limit";
import type { KeeperLoop, Lock, Wake } from "./keeper-loop.ts";
import { observeLoops } from "./observe-loops.ts";

interface StartOptions {
  /** A lock takes a connection for itself, and its round needs another one; default: any number. */
  readonly locksAtOnce?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const REST_MAX_MS = 60_000;
/** Between the first rounds of two loops, which would otherwise all ask for a connection at the same time. */
const STAGGER_MS = 100;

/**
 * Starts loops that may wake one another, one shortly after the other. Each runs for itself: a failure delays only the next round
 * of its own loop.
 */
export function startLoops(list: (wake: Wake) => readonly KeeperLoop[], options: StartOptions): Service {
  const { locksAtOnce = Number.POSITIVE_INFINITY, logger, metrics } = options;
  const limit = pLimit(locksAtOnce);
  const running = new Map<string, Loop>();
  const loops = list((name) => running.get(name)?.wake());
  const observe = observeLoops(
    metrics,
    loops.map(({ name }) => name),
  );
  for (const [place, loop] of loops.entries()) {
    const { name, everyMs, restMs = Math.min(everyMs, REST_MAX_MS), lock, work, failure } = loop;
    const observed = observe(name, lock === null ? work : underLock((locked) => limit(lock, locked), work));
    const round: typeof work = (stopping) => inBackground(() => observed(stopping));
    const onError = (error: unknown) => logger.warn({ err: error, loop: name }, failure);
    running.set(name, startLoop({ name, delayMs: place * STAGGER_MS, everyMs, restMs, work: round, onError }));
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
