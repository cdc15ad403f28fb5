import { parseDnsServers, parseReportDomain } from "@ruaflow/dns";
import { httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";

/** Settings of watching. */
export const watcherSettings = {
  RUAFLOW_DNS_SERVERS: setting.text({
    description: "Resolvers to ask, best two: 192.0.2.1, [2001:db8::1]:5353; not set: the system's.",
    check: parseDnsServers,
  }),
  RUAFLOW_REPORT_DOMAIN: setting.text({
    check: parseReportDomain,
    default: "reports.ruaflow.example",
    description: "Domain of the mailboxes that receive reports; it stands in the rua of every monitored domain.",
  }),
  RUAFLOW_DNS_WATCH_EVERY_MS: setting.integer({
    default: 3_600_000,
    minimum: 60_000,
    maximum: 86_400_000,
    description: "From one look at a domain's DNS records to the next, give or take a tenth.",
  }),
  RUAFLOW_DNS_WATCH_AT_ONCE: setting.integer({
    default: 16,
    minimum: 1,
    maximum: 256,
    description: "Domains that are looked up at the same time.",
  }),
  RUAFLOW_DNS_WATCH_PER_SECOND: setting.integer({
    default: 50,
    minimum: 1,
    maximum: 10_000,
    description: "Questions a second to each resolver at most; a domain takes about seven.",
  }),
  RUAFLOW_ALERTS_EVERY_MS: setting.integer({
    default: 300_000,
    minimum: 1000,
    maximum: 3_600_000,
    description: "How often alert rules of domains that received reports are looked at; those of all are every hour.",
  }),
};

export type WatcherSettings = SettingsOf<typeof watcherSettings>;

export const settingsSchema = {
  ...httpSettings(8084),
  ...watcherSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
};
