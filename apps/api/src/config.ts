import { dnsSettings } from "@ruaflow/dns";
import { eventLogSettings } from "@ruaflow/event-log";
import { clientSettings, httpSettings } from "@ruaflow/http/settings";
import { ingestSettings } from "@ruaflow/ingest";
import { ipDataSettings } from "@ruaflow/ip-data";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { rawStoreSettings } from "@ruaflow/object-store/bodies";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { setting } from "@ruaflow/runtime/settings";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { webhookDisableSettings, webhookSenderSettings } from "@ruaflow/webhooks";

/** How long the bytes of submissions are kept. */
export const retentionSettings = {
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
};

/** Settings of the API, for every process that serves it. */
export const apiSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  ...secretsSettings,
  ...clientSettings(defaults),
  ...webhookSenderSettings,
  ...webhookDisableSettings,
  ...dnsSettings,
  ...ipDataSettings,
  ...rawStoreSettings,
  ...retentionSettings,
});

export const settingsSchema = {
  ...httpSettings(8080),
  ...apiSettings({ rateLimits: "on" }),
  ...ingestSettings,
  ...eventLogSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
  ...tracingSettings,
};
