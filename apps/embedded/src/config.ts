import { apiSettings } from "@ruaflow/api";
import { collectorSettings } from "@ruaflow/collector/settings";
import { sqlPortSettings } from "@ruaflow/engines/clickhouse-http";
import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http/settings";
import { ingestSettings } from "@ruaflow/ingest";
import { keeperSettings } from "@ruaflow/keeper";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store/settings";
import { recordWriterSettings } from "@ruaflow/record-writer";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { smtpSettings } from "@ruaflow/smtp-receiver";
import { webhookDispatcherSettings } from "@ruaflow/webhook-dispatcher";
import { requireUserName } from "./leave-root/os-user.ts";

/** Settings of the embedded service, and of every command that works on the same stores. */
export const settingsSchema = {
  ...httpSettings(8080),
  ...keeperSettings,
  ...apiSettings({ rateLimits: "off" }),
  ...ingestSettings,
  ...smtpSettings,
  ...collectorSettings,
  ...webhookDispatcherSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...recordWriterSettings,
  ...sqlPortSettings,
  ...eventLogSettings,
  ...loggerSettings,
  ...tracingSettings,
  RUAFLOW_USER: setting.text({
    check: requireUserName,
    description:
      "User that the service becomes when root starts it; the data folder is handed over to it. Not set: it stays root, with a warning.",
  }),
};

export type Settings = SettingsOf<typeof settingsSchema>;
