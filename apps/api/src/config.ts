import { rawStoreSettings } from "@ruaflow/body-store";
import { dnsSettings } from "@ruaflow/dns";
import { clientSettings, httpSettings } from "@ruaflow/http/settings";
import { ipDataSettings } from "@ruaflow/ip-data";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { webhookDisableSettings, webhookSenderSettings } from "@ruaflow/webhooks";

/** Settings of the API, for every process that serves it. */
export const apiSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  ...secretsSettings,
  ...clientSettings(defaults),
  ...webhookSenderSettings,
  ...webhookDisableSettings,
  ...dnsSettings,
  ...ipDataSettings,
  ...rawStoreSettings,
});

export const settingsSchema = {
  ...httpSettings(8080),
  ...apiSettings({ rateLimits: "on" }),
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
};
