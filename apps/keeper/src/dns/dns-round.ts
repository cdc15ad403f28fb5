import { watchedRecords } from "@ruaflow/dns/watched-records";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { WatchedDomain } from "@ruaflow/metadata-store/watch";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { forEachAtOnce, type LoopOptions } from "@ruaflow/runtime/work";
import { type CheckContext, type CheckResult, checkDomain } from "./check-domain.ts";

export interface DnsRoundOptions extends CheckContext {
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly domainsAtOnce: number;
}

/** Maximum number of domains in one round; after a round another process may take over. */
const DOMAINS_PER_ROUND = 200;

/** Checks the DNS records of domains that are due. Two processes would ask everything twice. */
export function createDnsRound(options: DnsRoundOptions): LoopOptions["work"] {
  const { metadata, logger, now } = options;
  const count = countChecks(options.metrics);

  /** Returns how many were checked. A failure for one domain, other than an outage, does not stop the others. */
  async function checkAll(domains: readonly WatchedDomain[], stopping: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    const sums = { domains: 0, dnsFailures: 0, changes: 0, failedClaims: 0, errors: 0 };
    await forEachAtOnce(domains, options.domainsAtOnce, async (watched) => {
      try {
        const result = await checkDomain(options, watched, stopping);
        if (result === null) return;
        count(result);
        sums.domains += 1;
        sums.dnsFailures += result.failures.length;
        sums.changes += result.changes.length;
        sums.failedClaims += result.isFailed ? 1 : 0;
      } catch (error) {
        if (stopping.aborted || isOutage(error)) throw error;
        sums.errors += 1;
        logger.error({ err: error, domainId: watched.domain.id }, "a DNS check could not be saved");
      }
    });
    const durationMs = Math.round(performance.now() - startedAt);
    logger.info({ ...sums, durationMs }, "DNS records were checked");
    return sums.domains;
  }

  return async (stopping) => {
    const domains = await metadata.watch.listDomainsToCheck({ now: now(), limit: DOMAINS_PER_ROUND });
    if (domains.length === 0) return false;
    const checked = await checkAll(domains, stopping);
    return domains.length === DOMAINS_PER_ROUND && checked > 0;
  };
}

function countChecks(metrics: Metrics): (result: CheckResult) => void {
  const record = watchedRecords;
  const checks = metrics.counter("ruaflow_watcher_looks_total", "Checks of the DNS records of a domain.");
  const failures = metrics.counter("ruaflow_watcher_dns_failures_total", "Failed DNS lookups, by record.", { record });
  const changes = metrics.counter("ruaflow_watcher_dns_changes_total", "Changes of DNS records, by record.", {
    record,
  });
  const claims = metrics.counter(
    "ruaflow_watcher_claims_failed_total",
    "Claims that failed because DNS no longer proves them.",
  );
  return (result) => {
    checks.inc({});
    for (const record of result.failures) failures.inc({ record });
    for (const record of result.changes) changes.inc({ record });
    if (result.isFailed) claims.inc({});
  };
}
