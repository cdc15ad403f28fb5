import { eventLogSettings } from "@ruaflow/event-log";
import { clientSettings, httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { ingestSettings } from "./settings.ts";

export const settingsSchema = {
  ...httpSettings(8081),
  ...clientSettings({ rateLimits: "on" }),
  ...ingestSettings,
  ...metadataStoreSettings,
  ...secretsSettings,
  ...eventLogSettings,
  ...loggerSettings,
  ...tracingSettings,
};
