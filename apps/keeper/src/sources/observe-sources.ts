import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Metrics } from "@ruaflow/runtime/metrics";

/** Counts the sources that wait at each scrape. */
export function observeSources(metrics: Metrics, { sources }: Pick<MetadataStore, "sources">): void {
  metrics.gauge("ruaflow_sources_due", "Source addresses that wait for their facts, or for newer ones.", async () => {
    const { due } = await sources.countSources();
    return due;
  });
  metrics.gauge(
    "ruaflow_sources_uncollected_reports",
    "Stored reports whose source addresses were not collected yet.",
    async () => {
      const { uncollectedReports } = await sources.countSources();
      return uncollectedReports;
    },
  );
}
