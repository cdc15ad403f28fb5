import type { Ingest } from "@ruaflow/ingest";
import { submissionStates } from "@ruaflow/metadata-store/submission-states";
import type { AppContext, Service } from "@ruaflow/runtime";
import { startCollecting } from "./collect.ts";
import type { Source } from "./source.ts";

/** Pause after the first failure of a source or an item. */
const RETRY_MS = 5000;

export interface CollectorOptions extends Pick<AppContext, "logger" | "metrics"> {
  readonly ingest: Ingest;
  readonly sources: readonly Source[];
  /** Interval between rounds of a source that nothing wakes. */
  readonly everyMs: number;
  /** Pause after the first failure; each further failure doubles it, up to 5 minutes. */
  readonly retryMs?: number;
  /** How long a stop waits for a source before it closes it; default 10 s. */
  readonly stopMsMax?: number;
}

/** Fetches submissions from all sources until stopped. An outage of one source does not delay the others. */
export function createCollector(options: CollectorOptions): Service {
  const { sources, metrics, retryMs = RETRY_MS } = options;
  const channel = sources.map((source) => source.channel);
  const items = metrics.counter("ruaflow_collector_items_total", "Items fetched from sources by state.", {
    channel,
    state: [...submissionStates, "failed"],
  });
  const rounds = metrics.counter("ruaflow_collector_rounds_total", "Rounds through a source by outcome.", {
    channel,
    outcome: ["done", "failed"],
  });
  const running = sources.map((source) => startCollecting(source, { ...options, items, rounds, retryMs }));
  return { name: "collector", stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
}
