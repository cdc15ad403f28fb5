import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Counter } from "@ruaflow/runtime/metrics";
import { startLoop } from "@ruaflow/runtime/work";
import { collectItems, type ItemContext, ItemsFailedError } from "./collect-items.ts";
import { createMemory } from "./memory.ts";
import type { Source } from "./source.ts";

/** The shortest time between two rounds. */
const PAUSE_MS = 200;
/** The longest rest of a source that cannot be read: a mail server may lock out clients that try too often. */
const SOURCE_REST_MS_MAX = 5 * 60_000;
/** The longest rest while stores are away. */
const STORES_REST_MS_MAX = 10_000;

/** How long a stop waits for a source before it closes it; a process has 25 s. */
const STOP_MS_MAX = 10_000;

export interface CollectOptions extends Omit<ItemContext, "source" | "memory"> {
  readonly logger: Logger;
  readonly rounds: Counter<"channel" | "outcome">;
  /** Interval between rounds of a source that nothing wakes. */
  readonly everyMs: number;
  /** Pause after the first failure; each further failure doubles it. */
  readonly retryMs: number;
  readonly stopMsMax?: number;
}

/** Fetches the items of a source in rounds until stopped. After a round that failed it rests, ever longer. */
export function startCollecting(source: Source, options: CollectOptions): Service {
  const { logger, rounds, everyMs, retryMs, stopMsMax = STOP_MS_MAX } = options;
  const memory = createMemory({ retryMs, now: () => Date.now() });
  let failures = 0;
  const loop = startLoop({
    name: `collecting from ${source.name}`,
    everyMs,
    pauseMs: PAUSE_MS,
    restMs: 0,
    onError: (error) => logger.warn({ err: error, source: source.name }, "a source rests after a failure"),
    async work(stopping) {
      try {
        await collectItems({ ...options, source, memory }, stopping);
        failures = 0;
        rounds.inc({ channel: source.channel, outcome: "done" });
      } catch (error) {
        failures += 1;
        rounds.inc({ channel: source.channel, outcome: "failed" });
        const restMsMax = error instanceof ItemsFailedError ? STORES_REST_MS_MAX : SOURCE_REST_MS_MAX;
        const restMs = Math.min(restMsMax, retryMs * 2 ** (failures - 1));
        await sleep(restMs, undefined, { signal: stopping }).catch(() => undefined);
        throw error;
      }
      return false;
    },
  });
  source.watch?.(loop.wake);
  return {
    name: source.name,
    async stop() {
      // A server that does not answer would hold up the end. What was not acknowledged is fetched again.
      const timer = setTimeout(() => void source.close(), stopMsMax);
      await loop.stop();
      clearTimeout(timer);
      await source.close();
    },
  };
}
