import { dnsSettings } from "@ruaflow/dns";
import { eventLogSettings } from "@ruaflow/event-log";
import { clientSettings, httpSettings } from "@ruaflow/http/settings";
import { ingestSettings } from "@ruaflow/ingest";
import { ipDataSettings } from "@ruaflow/ip-data";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { rawStoreSettings } from "@ruaflow/object-store/bodies";
import { recordStoreSettings } from "@ruaflow/record-store/settings";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { senderSettings } from "@ruaflow/senders";
import { webhookDisableSettings, webhookSenderSettings } from "@ruaflow/webhooks";

/** Settings of the API, for every process that serves it. */
export const apiSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  ...secretsSettings,
  ...clientSettings(defaults),
  ...webhookSenderSettings,
  ...webhookDisableSettings,
  ...dnsSettings,
  ...ipDataSettings,
  ...senderSettings,
  ...rawStoreSettings,
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
