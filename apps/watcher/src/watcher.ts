import { createDns, type Dns, parseDnsServers, parseReportDomain } from "@ruaflow/dns";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { type Loop, startLoop } from "@ruaflow/runtime/work";
import { createAlertRound } from "./alerts/alert-round.ts";
import type { WatcherSettings } from "./config.ts";
import { createDnsRound } from "./dns/dns-round.ts";
import { createReconcileRound } from "./reconcile/reconcile-round.ts";

export interface WatcherOptions {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly dns: Dns;
  /** Domain of the mailboxes that receive reports. */
  readonly reportDomain: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Interval between DNS checks of a domain. */
  readonly dnsEveryMs: number;
  /** Maximum number of domains checked at the same time. */
  readonly domainsAtOnce: number;
  /** Interval between evaluations of the alert rules of domains that received reports. */
  readonly alertsEveryMs: number;
  /** Interval between comparisons of all reports with their rows; 0: never. */
  readonly reconcileEveryMs: number;
  /** Repair what they find, from the bytes that arrived: `metadata` needs the stores of bodies. */
  readonly reconcileRepairs: boolean;
  readonly now?: () => Date;
}

/** Interval at which rounds query the database for due work. */
const ASK_EVERY_MS = 15_000;
/** A comparison that failed begins from the start, and may have cost minutes. */
const RECONCILE_AGAIN_AFTER_MS = 600_000;
const HOUR_MS = 3_600_000;

/**
 * Checks the DNS records of domains and the proof of their claims, evaluates their alert rules, and compares all reports
 * with their rows, each on its own schedule. The schedules are in the database: only one of several processes works at a time, and a restart loses nothing.
 */
export function createWatcher(options: WatcherOptions): Service {
  const { logger, alertsEveryMs, now = () => new Date() } = options;
  const dnsEveryMs = Math.min(ASK_EVERY_MS, options.dnsEveryMs);
  const dns = startLoop({
    name: "DNS checks",
    everyMs: dnsEveryMs,
    restMs: dnsEveryMs,
    work: createDnsRound({ ...options, now }),
    onError: (error) => logger.warn({ err: error }, "DNS checks are waiting for the database"),
  });
  const alertRoundsEveryMs = Math.min(ASK_EVERY_MS, alertsEveryMs);
  const alerts = startLoop({
    name: "alert rules",
    everyMs: alertRoundsEveryMs,
    restMs: alertRoundsEveryMs,
    work: createAlertRound({ ...options, now }),
    onError: (error) => logger.warn({ err: error }, "alert rules are waiting for the stores"),
  });
  const loops = [dns, alerts, ...startReconciling({ ...options, now })];
  return { name: "watcher", stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

function startReconciling(options: WatcherOptions & { readonly now: () => Date }): Loop[] {
  const { logger, reconcileEveryMs } = options;
  if (reconcileEveryMs === 0) return [];
  const loop = startLoop({
    name: "reconciliation",
    everyMs: Math.min(ASK_EVERY_MS, reconcileEveryMs),
    restMs: RECONCILE_AGAIN_AFTER_MS,
    work: createReconcileRound(options),
    onError: (error) => logger.warn({ err: error }, "comparing reports with their rows failed and will be retried"),
  });
  return [loop];
}

/** @throws {UsageError} for an invalid address or domain */
export function toWatcherOptions(settings: WatcherSettings) {
  const servers = parseDnsServers(settings.RUAFLOW_DNS_SERVERS ?? "");
  return {
    dns: createDns({ servers, perSecondMax: settings.RUAFLOW_DNS_WATCH_PER_SECOND }),
    reportDomain: parseReportDomain(settings.RUAFLOW_REPORT_DOMAIN),
    dnsEveryMs: settings.RUAFLOW_DNS_WATCH_EVERY_MS,
    domainsAtOnce: settings.RUAFLOW_DNS_WATCH_AT_ONCE,
    alertsEveryMs: settings.RUAFLOW_ALERTS_EVERY_MS,
    reconcileEveryMs: settings.RUAFLOW_RECONCILE_EVERY_HOURS * HOUR_MS,
    reconcileRepairs: settings.RUAFLOW_RECONCILE_REPAIR,
  };
}
