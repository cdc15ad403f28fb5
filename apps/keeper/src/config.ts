import { dnsSettings } from "@ruaflow/dns";
import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http/settings";
import { ingestSettings } from "@ruaflow/ingest";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store/settings";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { sourceSettings } from "./sources/settings.ts";

export const keeperSettings = {
  ...dnsSettings,
  RUAFLOW_DNS_WATCH_EVERY_MS: setting.integer({
    default: 3_600_000,
    minimum: 60_000,
    maximum: 86_400_000,
    description: "Interval between checks of a domain's DNS records, plus or minus 10 %.",
  }),
  RUAFLOW_DNS_WATCH_AT_ONCE: setting.integer({
    default: 64,
    minimum: 1,
    maximum: 256,
    description: "Maximum number of domains checked at the same time. One that waits for slow DNS takes about 10 s.",
  }),
  RUAFLOW_DNS_WATCH_PER_SECOND: setting.integer({
    default: 100,
    minimum: 1,
    maximum: 10_000,
    description:
      "Maximum number of DNS queries per second to each resolver; a domain needs about seven, so 100 are enough for 50,000 domains an hour.",
  }),
  RUAFLOW_ALERTS_EVERY_MS: setting.integer({
    default: 300_000,
    minimum: 1000,
    maximum: 3_600_000,
    description:
      "Interval between evaluations of the alert rules of domains that received reports; all others: hourly.",
  }),
  RUAFLOW_RECONCILE_EVERY_HOURS: setting.integer({
    default: 24,
    minimum: 0,
    maximum: 8760,
    description: "Interval between comparisons of all reports with their rows in ClickHouse; 0: never.",
  }),
  RUAFLOW_RECONCILE_REPAIR: setting.flag({
    default: false,
    description:
      "Repair what these comparisons find: remove duplicate rows, and write missing or altered rows again from the bytes that arrived. Rows of unknown reports are never deleted.",
  }),
  RUAFLOW_RAW_DAYS: setting.integer({
    minimum: 1,
    description: "Days that the bytes of stored reports are kept, from the day of the report; not set: as the report.",
  }),
  RUAFLOW_QUARANTINE_DAYS: setting.integer({
    default: 90,
    minimum: 1,
    description:
      "Days that the bytes of submissions without a stored report are kept: refused, conflicting and others.",
  }),
  RUAFLOW_UNPROVEN_DAYS: setting.integer({
    default: 7,
    minimum: 1,
    description:
      "Days that reports by mail whose sender is not proven are kept, from their receipt; organizations that count them keep them as all others.",
  }),
  ...sourceSettings,
};

export type KeeperSettings = SettingsOf<typeof keeperSettings>;

export const settingsSchema = {
  ...httpSettings(8084),
  ...keeperSettings,
  ...ingestSettings,
  ...eventLogSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
  ...tracingSettings,
};
