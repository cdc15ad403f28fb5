import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Metrics } from "@ruaflow/runtime/metrics";

/** Counts the reports that wait for their domain, and since when, at each scrape. */
export function observeHeld(metrics: Metrics, { domains }: Pick<MetadataStore, "domains">): void {
  const count = async (isClaimed: boolean) =>
    (await domains.countHeldReports()).find((held) => held.isClaimed === isClaimed)?.reports ?? 0;
  metrics.gauge("ruaflow_held_reports", "Reports that wait until their claimed domain is verified.", () => count(true));
  metrics.gauge(
    "ruaflow_held_unclaimed_reports",
    "Reports that wait for a domain that their organization has not added.",
    () => count(false),
  );
  metrics.gauge("ruaflow_held_oldest_seconds", "Age of the oldest report that waits for its domain.", async () => {
    const ages = (await domains.countHeldReports()).map(
      ({ oldestAt }) => Date.now() - (oldestAt?.getTime() ?? Date.now()),
    );
    return Math.max(...ages) / 1000;
  });
}
