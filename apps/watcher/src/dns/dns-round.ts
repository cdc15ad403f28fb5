import type { MetadataStore } from "@ruaflow/metadata-store";
import type { WatchedDomain } from "@ruaflow/metadata-store/watch";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { forEachAtOnce } from "./for-each-at-once.ts";
import { type LookContext, type LookResult, lookAtDomain } from "./look-at-domain.ts";

export interface DnsRoundOptions extends LookContext {
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly domainsAtOnce: number;
}

/** Domains of one round: after it another process may take over. */
const DOMAINS_PER_ROUND = 200;

/** Looks at the DNS of domains whose look is due, unless another process does. */
export function createDnsRound(options: DnsRoundOptions): LoopOptions["work"] {
  const { metadata, logger, now } = options;
  const count = countLooks(options.metrics);

  /** How many were looked at. What fails for one domain, other than an outage, holds up no other. */
  async function lookAtAll(domains: readonly WatchedDomain[], stopping: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    const sums = { domains: 0, dnsFailures: 0, changes: 0, failedClaims: 0, errors: 0 };
    await forEachAtOnce(domains, options.domainsAtOnce, async (watched) => {
      try {
        const result = await lookAtDomain(options, watched, stopping);
        if (result === null) return;
        count(result);
        sums.domains += 1;
        sums.dnsFailures += result.failures.length;
        sums.changes += result.changes.length;
        sums.failedClaims += result.isFailed ? 1 : 0;
      } catch (error) {
        if (stopping.aborted || isOutage(error)) throw error;
        sums.errors += 1;
        logger.error({ err: error, domainId: watched.domain.id }, "a look could not be kept");
      }
    });
    const durationMs = Math.round(performance.now() - startedAt);
    logger.info({ ...sums, durationMs }, "DNS was looked at");
    return sums.domains;
  }

  return async (stopping) => {
    let hasMore = false;
    await metadata.watch.withWatchLock("dns", async () => {
      const domains = await metadata.watch.listDomainsToCheck({ now: now(), limit: DOMAINS_PER_ROUND });
      if (domains.length === 0) return;
      const looked = await lookAtAll(domains, stopping);
      hasMore = domains.length === DOMAINS_PER_ROUND && looked > 0;
    });
    return hasMore;
  };
}

function countLooks(metrics: Metrics): (result: LookResult) => void {
  const looks = metrics.counter("ruaflow_watcher_looks_total", "Looks at the DNS records of a domain.");
  const failures = metrics.counter(
    "ruaflow_watcher_dns_failures_total",
    "Lookups that DNS did not answer, by record.",
    ["record"],
  );
  const changes = metrics.counter("ruaflow_watcher_dns_changes_total", "Changes of records that were seen.", [
    "record",
  ]);
  const claims = metrics.counter("ruaflow_watcher_claims_failed_total", "Claims that failed: DNS proved them no more.");
  return (result) => {
    looks.inc({});
    for (const record of result.failures) failures.inc({ record });
    for (const record of result.changes) changes.inc({ record });
    if (result.isFailed) claims.inc({});
  };
}
