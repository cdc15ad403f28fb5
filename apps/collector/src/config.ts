import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http/settings";
import { ingestSettings } from "@ruaflow/ingest";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { collectorSettings } from "./settings.ts";

export const settingsSchema = {
  ...httpSettings(8087),
  ...collectorSettings,
  ...ingestSettings,
  ...metadataStoreSettings,
  ...secretsSettings,
  ...eventLogSettings,
  ...loggerSettings,
  ...tracingSettings,
};
