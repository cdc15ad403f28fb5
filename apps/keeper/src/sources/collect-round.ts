import type { LoopOptions } from "@ruaflow/runtime/work";
import { restAfter } from "./rest.ts";
import type { SourcesOptions } from "./sources-options.ts";

export interface CollectRoundOptions extends Pick<SourcesOptions, "metadata" | "records" | "metrics"> {
  /** Called when there are addresses to work on. */
  readonly onNew: () => void;
}

/** Reports per step. */
const REPORTS_MAX = 1000;

/** Takes the addresses of stored reports into the table of sources. Two processes would do the same work twice. */
export function createCollectRound({ metadata, records, metrics, onNew }: CollectRoundOptions): LoopOptions["work"] {
  const { sources } = metadata;
  const collected = metrics.counter("ruaflow_sources_collected_total", "New source addresses.");

  /** Returns whether there were reports. A step that is interrupted is repeated, which changes nothing. */
  async function collectStep(): Promise<boolean> {
    const next = await sources.readUncollectedReports(REPORTS_MAX);
    if (next === null) return false;
    const { organizationId, reports, position } = next;
    if (reports.length > 0) {
      for await (const addresses of records.readAddresses(organizationId, reports))
        collected.inc({}, await sources.saveAddresses(addresses));
    }
    await sources.savePosition(organizationId, position);
    onNew();
    return true;
  }

  return async (stopping) => {
    const startedAt = performance.now();
    const hasMore = await collectStep();
    if (hasMore) await restAfter(startedAt, stopping);
    return hasMore;
  };
}
