import type { Metrics } from "@ruaflow/runtime/metrics";
import type { LoopOptions } from "@ruaflow/runtime/work";

type Work = LoopOptions["work"];

/**
 * Counts the rounds of each loop and those that failed, and says how long ago one succeeded. A round succeeds, too, when
 * there is nothing to do, or when another process has the loop's lock.
 */
export function observeLoops(metrics: Metrics, loops: readonly string[]): (loop: string, work: Work) => Work {
  const labels = { loop: loops };
  const rounds = metrics.counter("ruaflow_keeper_rounds_total", "Rounds of background work, by loop.", labels);
  const failures = metrics.counter("ruaflow_keeper_failures_total", "Rounds that failed, by loop.", labels);
  const startedAt = performance.now();
  const succeededAt = new Map(loops.map((loop) => [loop, startedAt]));
  metrics.labeledGauge({
    name: "ruaflow_keeper_seconds_since_success",
    help: "Time since the last round that did not fail, or since the start, by loop.",
    label: "loop",
    read: () => new Map([...succeededAt].map(([loop, at]) => [loop, (performance.now() - at) / 1000])),
  });
  return (loop, work) => async (stopping) => {
    rounds.inc({ loop });
    try {
      const hasMore = await work(stopping);
      succeededAt.set(loop, performance.now());
      return hasMore;
    } catch (error) {
      if (!stopping.aborted) failures.inc({ loop });
      throw error;
    }
  };
}
