import type { MetadataStore } from "@ruaflow/metadata-store";
import type { AlertChange } from "@ruaflow/metadata-store/watch";
import type { RecordStore } from "@ruaflow/record-store";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Counter, Metrics } from "@ruaflow/runtime/metrics";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { decideChanges } from "./decide-changes.ts";
import { evaluateApart } from "./evaluate-apart.ts";
import type { Evaluated } from "./evaluate-domains.ts";

export interface AlertRoundOptions {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly alertsEveryMs: number;
  readonly now: () => Date;
}

const HOUR_MS = 3_600_000;
/** Some rules are about time that passes, so now and then every domain has its turn. */
const ALL_EVERY_MS = HOUR_MS;
/** A report is stored some time after it was received; what takes longer than this waits for the turn of all. */
const STORED_WITHIN_MS = 10 * 60_000;
const DOMAINS_PER_PART = 500;
/** Alerts that ended are kept for this long. */
const KEPT_FOR_MS = 180 * 24 * HOUR_MS;

/** Looks at alert rules when it is time: of domains that received reports, and every hour of all; unless another process does. */
export function createAlertRound(options: AlertRoundOptions): LoopOptions["work"] {
  const { metadata, now } = options;
  const alerts = options.metrics.counter("ruaflow_watcher_alerts_total", "Alerts that began or ended, by rule.", [
    "rule",
    "state",
  ]);
  return async (stopping) => {
    await metadata.watch.withWatchLock("alerts", async () => {
      const begunAt = now();
      const [last, lastOfAll] = [
        await metadata.watch.readLastRound("alerts"),
        await metadata.watch.readLastRound("alerts-of-all"),
      ];
      const isDue = (before: Date | null, everyMs: number) =>
        before === null || begunAt.getTime() - before.getTime() >= everyMs;
      const isOfAll = isDue(lastOfAll, ALL_EVERY_MS);
      if (!isOfAll && !isDue(last, options.alertsEveryMs)) return;
      const since = isOfAll || last === null ? null : new Date(last.getTime() - STORED_WITHIN_MS);
      const isDone = await evaluateAll(options, { alerts, since, begunAt, stopping });
      if (!isDone) return;
      if (isOfAll) await metadata.watch.purgeAlerts(new Date(begunAt.getTime() - KEPT_FOR_MS));
      if (isOfAll) await metadata.watch.saveRound("alerts-of-all", begunAt);
      await metadata.watch.saveRound("alerts", begunAt);
    });
    return false;
  };
}

interface Evaluation {
  readonly alerts: Counter<"rule" | "state">;
  /** Only domains that received a report since then; `null`: all. */
  readonly since: Date | null;
  readonly begunAt: Date;
  readonly stopping: AbortSignal;
}

/** False when it was stopped before the end. */
async function evaluateAll(options: AlertRoundOptions, evaluation: Evaluation): Promise<boolean> {
  const { metadata, records, logger } = options;
  const { since, begunAt, stopping } = evaluation;
  const startedAt = performance.now();
  const sums = { domains: 0, triggered: 0, cleared: 0 };
  const domainIds = since && (await records.listReceivingDomains(since)).map(({ domainId }) => domainId);
  for (let afterId = ""; !stopping.aborted; ) {
    const part = await metadata.watch.listAlertDomains({ domainIds, afterId, limit: DOMAINS_PER_PART });
    for (const evaluated of await evaluateApart({ records, logger, now: begunAt }, part)) {
      for (const { alert } of await saveChanges(options, evaluated, begunAt)) {
        const state = alert.clearedAt === null ? "triggered" : "cleared";
        sums[state] += 1;
        evaluation.alerts.inc({ rule: alert.rule, state });
      }
    }
    sums.domains += part.length;
    afterId = part.at(-1)?.domain.id ?? "";
    if (part.length < DOMAINS_PER_PART) {
      const durationMs = Math.round(performance.now() - startedAt);
      const level = sums.triggered + sums.cleared > 0 ? "info" : "debug";
      logger[level]({ ...sums, isOfAll: since === null, durationMs }, "alert rules were looked at");
      return true;
    }
  }
  return false;
}

/** What fails for one domain, other than an outage, holds up no other: its turn comes again. */
async function saveChanges(
  { metadata, logger }: AlertRoundOptions,
  { subject, findings }: Evaluated,
  now: Date,
): Promise<readonly AlertChange[]> {
  const changes = decideChanges(subject, findings, now);
  if (changes.length === 0) return [];
  const { organizationId, domain } = subject;
  try {
    return await metadata.watch.saveAlertChanges(organizationId, { domainId: domain.id, changes });
  } catch (error) {
    if (isOutage(error)) throw error;
    logger.error({ err: error, domainId: domain.id }, "alerts could not be kept");
    return [];
  }
}
