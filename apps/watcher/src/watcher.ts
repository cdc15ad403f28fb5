import { createDns, type Dns, parseDnsServers, parseReportDomain } from "@ruaflow/dns";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { startLoop } from "@ruaflow/runtime/work";
import { createAlertRound } from "./alerts/alert-round.ts";
import type { WatcherSettings } from "./config.ts";
import { createDnsRound } from "./dns/dns-round.ts";

export interface WatcherOptions {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly dns: Dns;
  /** Whose mailboxes receive reports. */
  readonly reportDomain: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** From one look at a domain's DNS to the next. */
  readonly dnsEveryMs: number;
  /** Domains that are looked up at the same time. */
  readonly domainsAtOnce: number;
  /** From one look at the alert rules of domains that received reports to the next. */
  readonly alertsEveryMs: number;
  readonly now?: () => Date;
}

/** Rounds ask the database whether something is due. */
const ASK_EVERY_MS = 15_000;

/**
 * Looks at what domains publish in DNS, whether their claims are still proven, and at their alert rules, each on its own
 * schedule. The schedules stand in the database: of several processes one works at a time, and a restart forgets nothing.
 */
export function createWatcher(options: WatcherOptions): Service {
  const { logger, alertsEveryMs, now = () => new Date() } = options;
  const dnsEveryMs = Math.min(ASK_EVERY_MS, options.dnsEveryMs);
  const dns = startLoop({
    name: "looks at DNS",
    everyMs: dnsEveryMs,
    restMs: dnsEveryMs,
    work: createDnsRound({ ...options, now }),
    onError: (error) => logger.warn({ err: error }, "looks at DNS wait for the database"),
  });
  const alertRoundsEveryMs = Math.min(ASK_EVERY_MS, alertsEveryMs);
  const alerts = startLoop({
    name: "alert rules",
    everyMs: alertRoundsEveryMs,
    restMs: alertRoundsEveryMs,
    work: createAlertRound({ ...options, now }),
    onError: (error) => logger.warn({ err: error }, "alert rules wait for the stores"),
  });
  return { name: "watcher", stop: async () => void (await Promise.all([dns.stop(), alerts.stop()])) };
}

/** @throws {UsageError} for addresses or a domain that are none */
export function toWatcherOptions(settings: WatcherSettings) {
  const servers = parseDnsServers(settings.RUAFLOW_DNS_SERVERS ?? "");
  return {
    dns: createDns({ servers, perSecondMax: settings.RUAFLOW_DNS_WATCH_PER_SECOND }),
    reportDomain: parseReportDomain(settings.RUAFLOW_REPORT_DOMAIN),
    dnsEveryMs: settings.RUAFLOW_DNS_WATCH_EVERY_MS,
    domainsAtOnce: settings.RUAFLOW_DNS_WATCH_AT_ONCE,
    alertsEveryMs: settings.RUAFLOW_ALERTS_EVERY_MS,
  };
}
