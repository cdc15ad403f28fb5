import { httpSettings } from "@ruaflow/http/settings";
import { openIngestSettings } from "@ruaflow/ingest";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { collectorSettings } from "./settings.ts";

export const settingsSchema = {
  ...httpSettings(8087),
  ...collectorSettings,
  ...openIngestSettings,
  ...loggerSettings,
  ...tracingSettings,
};
