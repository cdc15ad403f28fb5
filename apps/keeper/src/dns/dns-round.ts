import { watchedRecords } from "@ruaflow/dns/watched-records";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DueDomain } from "@ruaflow/metadata-store/watch";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { forEachAtOnce, type LoopOptions } from "@ruaflow/runtime/work";
import { type CheckContext, type CheckResult, checkDomain } from "./check-domain.ts";
import { createAuthorizationWarning } from "./report-authorization.ts";

export interface DnsRoundOptions extends CheckContext {
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly domainsAtOnce: number;
}

/** Maximum number of domains in one round; after a round another process may take over. */
const DOMAINS_PER_ROUND = 5000;
/** Domains read at once. */
const DOMAINS_PER_PAGE = 200;

/** Checks the DNS records of domains that are due. Two processes would ask everything twice. */
export function createDnsRound(options: DnsRoundOptions): LoopOptions["work"] {
  const { logger } = options;
  const count = countChecks(options.metrics);
  const warnOperator = createAuthorizationWarning(options);

  /** Returns how many were checked. A failure for one domain, other than an outage, does not stop the others. */
  async function checkAll(stopping: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    const sums = { domains: 0, dnsFailures: 0, changes: 0, failedClaims: 0, errors: 0 };
    const turns = takeDue(options);
    await forEachAtOnce(turns.domains, options.domainsAtOnce, async (watched) => {
      try {
        const result = await checkDomain(options, watched, stopping);
        turns.finish(watched);
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
    if (sums.domains + sums.errors === 0) return 0;
    const durationMs = Math.round(performance.now() - startedAt);
    logger.info({ ...sums, durationMs }, "DNS records were checked");
    await warnOperator();
    return sums.domains;
  }

  return async (stopping) => (await checkAll(stopping)) >= DOMAINS_PER_ROUND;
}

interface Turns {
  readonly domains: AsyncIterable<DueDomain>;
  /** Its check was saved. */
  readonly finish: (watched: DueDomain) => void;
}

/**
 * Domains in the order in which they are due, each once, as long as some are due at the end of a page: one that waits for slow DNS
 * takes one place and holds up no other.
 */
function takeDue({ metadata, now }: DnsRoundOptions): Turns {
  const unsaved = new Set<string>();
  async function* take() {
    let taken = 0;
    let isMore = true;
    while (isMore && taken < DOMAINS_PER_ROUND) {
      const page = await metadata.watch.listDomainsToCheck({
        now: now(),
        limit: Math.min(DOMAINS_PER_PAGE, DOMAINS_PER_ROUND - taken),
        except: [...unsaved],
      });
      for (const watched of page) {
        unsaved.add(watched.domain.id);
        taken += 1;
        yield watched;
      }
      isMore = page.length > 0;
    }
  }
  return { domains: take(), finish: ({ domain }) => void unsaved.delete(domain.id) };
}

/** Says at each scrape how far the checks are behind. */
export function observeDnsChecks(metrics: Metrics, { metadata, now }: Pick<DnsRoundOptions, "metadata" | "now">): void {
  metrics.gauge("ruaflow_watcher_checks_due", "Domains whose DNS records are due for a check.", async () => {
    return (await metadata.watch.readDnsBacklog(now())).due;
  });
  metrics.gauge("ruaflow_watcher_checks_due_seconds", "How long the oldest of them has been due.", async () => {
    return (await metadata.watch.readDnsBacklog(now())).dueSeconds;
  });
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
