import type { MetadataStore } from "@ruaflow/metadata-store";
import { createFactsReader } from "@ruaflow/verdicts/facts";
import { createJudge, type Judge } from "@ruaflow/verdicts/judge";
import { createAlertRound } from "./alerts/alert-round.ts";
import { toDay } from "./alerts/finding.ts";
import { createAttentionRound } from "./attention/attention-round.ts";
import { createMailVerdictRound } from "./attention/mail-verdict-round.ts";
import { createDeletionRound } from "./deletions/deletion-round.ts";
import { createDisplacedRound } from "./deletions/displaced-round.ts";
import { createDnsRound, observeDnsChecks } from "./dns/dns-round.ts";
import { observeAuthorization } from "./dns/report-authorization.ts";
import { observeHeld } from "./held-reports/observe-held.ts";
import { createReleaseRound } from "./held-reports/release-round.ts";
import type { KeeperLoop, Wake } from "./keeper-loop.ts";
import type { KeeperOptions } from "./keeper-options.ts";
import { createReconcileRound } from "./reconcile/reconcile-round.ts";
import { createCollectRound } from "./sources/collect-round.ts";
import { createCopyRound } from "./sources/copy-round.ts";
import { createEnrichRound } from "./sources/enrich-round.ts";
import { observeSources } from "./sources/observe-sources.ts";
import { createOwnerRound } from "./sources/owner-round.ts";
import type { SourcesOptions } from "./sources/sources-options.ts";
import { createVerdictRound } from "./sources/verdict-round.ts";
import { createChangeRound } from "./sql-copies/change-round.ts";
import { createComparisonRound } from "./sql-copies/comparison-round.ts";
import type { CopyStores } from "./sql-copies/copied-table.ts";

interface LoopsOptions extends KeeperOptions {
  readonly now: () => Date;
  readonly wake: Wake;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Events go with their deliveries and attempts. */
const EVENTS_KEPT_MS = 30 * 24 * HOUR_MS;

/** Interval at which rounds with a schedule in the database ask what is due. */
const ASK_EVERY_MS = 15 * SECOND_MS;

/** Everything that the keeper does. */
export function listLoops(options: LoopsOptions): readonly KeeperLoop[] {
  const judge = createJudge({
    ...options,
    readFacts: createFactsReader(options),
    onFailure: (domainId, error) =>
      options.logger.error({ err: error, domainId }, "the sources of a domain could not be judged"),
  });
  return [
    ...listWatchLoops(options, judge),
    judgeSources(options, judge),
    ...listDeletionLoops(options),
    ...listReleaseLoops(options),
    ...listCopyLoops(options),
    ...(options.findsSources ? listSourceLoops(options) : []),
  ];
}

/** What domains publish, their alert rules, what needs attention, and whether reports have their rows. */
function listWatchLoops(options: LoopsOptions, { judgeDomain }: Judge): readonly KeeperLoop[] {
  const { dnsEveryMs, alertsEveryMs, reconcileEveryMs } = options;
  const { withWatchLock } = options.metadata.watch;
  observeDnsChecks(options.metrics, options);
  observeAuthorization(options.metrics, options.metadata);
  const dns: KeeperLoop = {
    name: "dns-checks",
    everyMs: Math.min(ASK_EVERY_MS, dnsEveryMs),
    lock: (work) => withWatchLock("dns", work),
    work: createDnsRound(options),
    failure: "DNS checks are waiting for the database",
  };
  const alerts: KeeperLoop = {
    name: "alert-rules",
    everyMs: Math.min(ASK_EVERY_MS, alertsEveryMs),
    lock: (work) => withWatchLock("alerts", work),
    work: createAlertRound({ ...options, judgeDomain }),
    failure: "alert rules are waiting for the stores",
  };
  const sums: KeeperLoop = {
    name: "domain-sums",
    everyMs: MINUTE_MS,
    lock: null,
    work: createSumsRound(options),
    failure: "sums of domains are waiting for the database; lists are sorted more slowly meanwhile",
  };
  const attention: KeeperLoop = {
    name: "attention",
    everyMs: ASK_EVERY_MS,
    lock: (work) => withWatchLock("attention", work),
    work: createAttentionRound(options),
    failure: "reasons for attention are waiting for the database",
  };
  const verdicts: KeeperLoop = {
    name: "mail-verdicts",
    everyMs: ASK_EVERY_MS,
    lock: (work) => withWatchLock("mail-verdicts", work),
    work: createMailVerdictRound({ ...options, readFacts: createFactsReader(options), judgeDomain }),
    failure: "judging the mail of domains is waiting for the stores",
  };
  if (reconcileEveryMs === 0) return [dns, alerts, attention, verdicts, sums];
  const reconciliation: KeeperLoop = {
    name: "reconciliation",
    everyMs: Math.min(ASK_EVERY_MS, reconcileEveryMs),
    // A comparison that failed begins from the start, and may have cost minutes.
    restMs: 10 * MINUTE_MS,
    lock: (work) => withWatchLock("reconciliation", work),
    work: createReconcileRound(options),
    failure: "comparing reports with their rows failed and will be retried",
  };
  return [dns, alerts, attention, verdicts, sums, reconciliation];
}

/** What sources are to domains. A step that is repeated changes nothing: the lock only spares the work. */
function judgeSources({ metadata }: LoopsOptions, judge: Judge): KeeperLoop {
  const { withWatchLock } = metadata.watch;
  return {
    name: "source-verdicts",
    everyMs: 2 * SECOND_MS,
    lock: (work) => withWatchLock("verdicts", work),
    work: createVerdictRound({ judge }),
    failure: "judging sources is waiting for the stores",
  };
}

function createSumsRound({ metadata, now }: Pick<LoopsOptions, "metadata" | "now">): KeeperLoop["work"] {
  let last: string | null = null;
  return async () => {
    last = await metadata.reports.refreshDomainReports(toDay(now()), last ?? "");
    return last !== null;
  };
}

/** What was deleted, displaced or kept long enough. */
function listDeletionLoops(options: LoopsOptions): readonly KeeperLoop[] {
  const { metadata, now } = options;
  return [
    {
      name: "deletions",
      everyMs: 2 * SECOND_MS,
      lock: metadata.domains.withDeletionLock,
      work: createDeletionRound(options),
      failure: "deletions failed and will be retried",
    },
    {
      name: "displaced-reports",
      // Answers wait for it, 1.4 s at most.
      everyMs: SECOND_MS / 2,
      lock: null,
      work: createDisplacedRound(options),
      failure: "displaced reports could not be deleted and will be retried",
    },
    {
      name: "discarded-objects",
      everyMs: 10 * SECOND_MS,
      lock: null,
      work: once(() => metadata.intake.eraseObjects()),
      failure: "bytes of submissions could not be deleted from their raw store and will be retried",
    },
    {
      name: "kept-answers",
      everyMs: 10 * MINUTE_MS,
      lock: null,
      work: once(() => Promise.all([metadata.tenants.sweepRequests(), metadata.tenants.sweepSessions()])),
      failure: "expired answers and sessions could not be removed",
    },
    {
      name: "old-events",
      everyMs: HOUR_MS,
      lock: null,
      work: async () => (await metadata.delivery.purgeEvents(new Date(now().getTime() - EVENTS_KEPT_MS))) > 0,
      failure: "old events could not be deleted and will be retried",
    },
  ];
}

/** What waits for a domain to be verified, or for a webhook to be enabled. */
function listReleaseLoops(options: LoopsOptions): readonly KeeperLoop[] {
  const { metadata, now } = options;
  observeHeld(options.metrics, metadata);
  return [
    {
      name: "held-reports",
      everyMs: 2 * SECOND_MS,
      lock: null,
      work: createReleaseRound(options),
      failure: "held reports could not be released and will be retried",
    },
    {
      name: "held-reports-expiry",
      everyMs: 5 * MINUTE_MS,
      lock: null,
      work: once(() => expireHeld(metadata)),
      failure: "held reports could not be removed and will be retried",
    },
    {
      name: "held-deliveries",
      everyMs: 2 * SECOND_MS,
      lock: null,
      work: once(() => metadata.delivery.updateHolds(now())),
      failure: "deliveries of webhooks that were disabled or enabled are waiting for the database",
    },
  ];
}

/** Ends releases that are done, and removes reports that were held for too long and bytes that nothing needs any longer. */
async function expireHeld({ domains }: MetadataStore): Promise<void> {
  await domains.finishReleases();
  await domains.eraseBodies();
  while ((await domains.expireHeldReports()) > 0);
}

/** Domains, and why they need attention, for SQL readers. A copy that is sent twice changes nothing: the lock only spares the work. */
export function listCopyLoops(stores: CopyStores, everyMs = 2 * SECOND_MS): readonly KeeperLoop[] {
  const { withWatchLock } = stores.metadata.watch;
  return [
    {
      name: "sql-copies",
      everyMs,
      lock: (work) => withWatchLock("copies", work),
      work: createChangeRound(stores),
      failure: "domains in SQL: waiting for the stores",
    },
    {
      name: "sql-copies-comparison",
      // Changes are copied at once: this finds only what was missed.
      everyMs: 10 * MINUTE_MS,
      restMs: everyMs,
      lock: null,
      work: createComparisonRound(stores),
      failure: "comparing domains with their copies in SQL: waiting for the stores",
    },
  ];
}

interface SourceLoopsOptions extends SourcesOptions {
  readonly wake: Wake;
  /** Interval between checks for new work; default 5 s. */
  readonly checkEveryMs?: number;
}

/** What is known of the addresses that sent mail, beside the path of reports: no report waits for it. */
export function listSourceLoops(options: SourceLoopsOptions): readonly KeeperLoop[] {
  const { metadata, metrics, wake, checkEveryMs: everyMs = 5 * SECOND_MS } = options;
  observeSources(metrics, metadata);
  const names: KeeperLoop = {
    name: "source-names",
    everyMs,
    lock: null,
    work: createEnrichRound(options),
    failure: "facts of sources: waiting for the stores",
  };
  return [
    names,
    {
      name: "new-sources",
      everyMs,
      lock: metadata.sources.withCollectionLock,
      work: createCollectRound({ ...options, onNew: () => wake(names.name) }),
      failure: "new sources: waiting for the stores",
    },
    {
      name: "source-owners",
      everyMs,
      lock: null,
      work: createOwnerRound(options),
      failure: "owners of sources: waiting for the stores",
    },
    {
      name: "source-copies",
      // New facts are copied at once: this finds only what was missed.
      everyMs: 10 * MINUTE_MS,
      restMs: everyMs,
      lock: null,
      work: createCopyRound(options),
      failure: "facts of sources in SQL: waiting for the stores",
    },
  ];
}

/** A round that never leaves anything to do. */
function once(work: () => Promise<unknown>): KeeperLoop["work"] {
  return async () => {
    await work();
    return false;
  };
}
