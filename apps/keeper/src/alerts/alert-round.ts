import { type AlertChange, type AlertDomain, alertRules, alertStates } from "@ruaflow/metadata-store/watch";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Counter, Metrics } from "@ruaflow/runtime/metrics";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { decideChanges, findCurrentValues } from "./decide-changes.ts";
import type { AlertStores, Evaluated } from "./evaluate-domains.ts";
import { evaluateIsolated } from "./evaluate-isolated.ts";

export interface AlertRoundOptions extends AlertStores {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly alertsEveryMs: number;
  readonly now: () => Date;
}

const HOUR_MS = 3_600_000;
/** Some rules depend on elapsed time, so all domains are evaluated at this interval. */
const ALL_EVERY_MS = HOUR_MS;
/** A report is stored some time after it is received. A report that takes longer counts in the next evaluation of all. */
const STORED_WITHIN_MS = 10 * 60_000;
const DOMAINS_PER_PAGE = 500;
/** Retention of alerts that ended. */
const RETENTION_MS = 180 * 24 * HOUR_MS;

/**
 * Evaluates alert rules when they are due: of domains that received reports, and every hour of all domains. Two processes
 * would evaluate everything twice.
 */
export function createAlertRound(options: AlertRoundOptions): LoopOptions["work"] {
  const { now } = options;
  const alerts = options.metrics.counter("ruaflow_watcher_alerts_total", "Alerts that began or ended, by rule.", {
    rule: alertRules,
    state: alertStates,
  });
  return async (stopping) => {
    const begunAt = now();
    const due = await readDueRound(options, begunAt);
    if (due === null) return false;
    const isDone = await evaluateAll(options, { ...due, alerts, begunAt, stopping });
    if (isDone) await saveRounds(options, due, begunAt);
    return false;
  };
}

interface DueRound {
  /** Only domains that received a report since this time; `null`: all. */
  readonly since: Date | null;
  /** The hourly round of all domains is due. */
  readonly coversAll: boolean;
}

/** `null` while no round is due. */
async function readDueRound({ metadata, alertsEveryMs }: AlertRoundOptions, begunAt: Date): Promise<DueRound | null> {
  const last = await metadata.watch.readLastRound("alerts");
  const lastOfAll = await metadata.watch.readLastRound("alerts-of-all");
  const isDue = (before: Date | null, everyMs: number) =>
    before === null || begunAt.getTime() - before.getTime() >= everyMs;
  const coversAll = isDue(lastOfAll, ALL_EVERY_MS);
  if (!coversAll && !isDue(last, alertsEveryMs)) return null;
  return { coversAll, since: coversAll || last === null ? null : new Date(last.getTime() - STORED_WITHIN_MS) };
}

async function saveRounds({ metadata }: AlertRoundOptions, { coversAll }: DueRound, begunAt: Date): Promise<void> {
  if (coversAll) {
    await metadata.watch.purgeAlerts(new Date(begunAt.getTime() - RETENTION_MS));
    await metadata.watch.saveRound("alerts-of-all", begunAt);
  }
  await metadata.watch.saveRound("alerts", begunAt);
}

interface Evaluation extends DueRound {
  readonly alerts: Counter<"rule" | "state">;
  readonly begunAt: Date;
  readonly stopping: AbortSignal;
}

/** Returns false when it was stopped early. */
async function evaluateAll(options: AlertRoundOptions, evaluation: Evaluation): Promise<boolean> {
  const { metadata, records, judgeDomain, logger } = options;
  const { since, coversAll, begunAt, stopping } = evaluation;
  const stores = { metadata, records, judgeDomain };
  const startedAt = performance.now();
  const sums = { domains: 0, triggered: 0, cleared: 0 };
  const domainIds = since && (await records.listReceivingDomains(since)).map(({ domainId }) => domainId);
  let last: AlertDomain | undefined;
  do {
    const request = { domainIds, afterId: last?.domain.id ?? "", limit: DOMAINS_PER_PAGE };
    const page = await metadata.watch.listAlertDomains(request);
    const evaluations = await evaluateIsolated({ ...stores, logger, now: begunAt }, page);
    await metadata.watch.refreshAlerts(evaluations.flatMap(findCurrentValues));
    for (const evaluated of evaluations) {
      for (const { alert } of await saveChanges(options, evaluated, begunAt)) {
        const state = alert.clearedAt === null ? "triggered" : "cleared";
        sums[state] += 1;
        evaluation.alerts.inc({ rule: alert.rule, state });
      }
    }
    sums.domains += page.length;
    last = page[DOMAINS_PER_PAGE - 1];
  } while (last && !stopping.aborted);
  if (stopping.aborted) return false;
  const durationMs = Math.round(performance.now() - startedAt);
  const level = sums.triggered + sums.cleared > 0 ? "info" : "debug";
  logger[level]({ ...sums, coversAll, durationMs }, "alert rules were evaluated");
  return true;
}

/** A failure for one domain, other than an outage, does not stop the others: the domain is evaluated again later. */
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
    logger.error({ err: error, domainId: domain.id }, "alerts could not be saved");
    return [];
  }
}
