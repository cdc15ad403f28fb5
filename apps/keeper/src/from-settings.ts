import { createDns, parseDnsServers, parseReportDomain } from "@ruaflow/dns";
import { createReverseDns } from "@ruaflow/dns/reverse-names";
import type { metadataStoreSettings } from "@ruaflow/metadata-store";
import type { SettingsOf } from "@ruaflow/runtime/settings";
import { openServiceMap } from "@ruaflow/senders";
import type { KeeperSettings } from "./config.ts";

type StoreSettings = SettingsOf<typeof metadataStoreSettings>;

const HOUR_MS = 3_600_000;

/** @throws {UsageError} for an invalid address, domain or file of services */
export function toKeeperOptions(settings: KeeperSettings & Pick<StoreSettings, "DATABASE_CONNECTIONS_MAX">) {
  const servers = parseDnsServers(settings.RUAFLOW_DNS_SERVERS ?? "");
  const { RUAFLOW_SOURCE_ENRICHMENT: mode, RUAFLOW_REVERSE_NAMES_PER_SECOND: perSecondMax } = settings;
  return {
    // Each lock takes a connection, and at least one is left for the work.
    locksAtOnce: settings.DATABASE_CONNECTIONS_MAX - 1,
    dns: createDns({ servers, perSecondMax: settings.RUAFLOW_DNS_WATCH_PER_SECOND }),
    reportDomain: parseReportDomain(settings.RUAFLOW_REPORT_DOMAIN),
    dnsEveryMs: settings.RUAFLOW_DNS_WATCH_EVERY_MS,
    domainsAtOnce: settings.RUAFLOW_DNS_WATCH_AT_ONCE,
    alertsEveryMs: settings.RUAFLOW_ALERTS_EVERY_MS,
    reconcileEveryMs: settings.RUAFLOW_RECONCILE_EVERY_HOURS * HOUR_MS,
    reconcileRepairs: settings.RUAFLOW_RECONCILE_REPAIR,
    bodyDays: { rawDays: settings.RUAFLOW_RAW_DAYS ?? null, quarantineDays: settings.RUAFLOW_QUARANTINE_DAYS },
    unprovenDays: settings.RUAFLOW_UNPROVEN_DAYS,
    services: openServiceMap(settings.RUAFLOW_SENDERS_JSON),
    findsSources: mode !== "off",
    reverseDns: mode === "on" ? createReverseDns({ servers, perSecondMax }) : null,
    addressesAtOnce: settings.RUAFLOW_REVERSE_NAMES_AT_ONCE,
  };
}
