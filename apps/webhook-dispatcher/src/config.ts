import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { webhookDisableSettings, webhookSenderSettings } from "@ruaflow/webhooks";

export const webhookDispatcherSettings = {
  ...webhookSenderSettings,
  ...webhookDisableSettings,
  RUAFLOW_WEBHOOK_SCHEDULE_FACTOR: setting.decimal({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: "Multiplies the delays between attempts. Use less than 1 only for tests: minutes instead of a day.",
  }),
};

export type WebhookDispatcherSettings = SettingsOf<typeof webhookDispatcherSettings>;

export const settingsSchema = {
  ...httpSettings(8083),
  ...webhookDispatcherSettings,
  ...secretsSettings,
  ...metadataStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
  ...tracingSettings,
};
