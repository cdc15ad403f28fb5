import { clientSettings, httpSettings } from "@ruaflow/http/settings";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { openIngestSettings } from "./settings.ts";

export const settingsSchema = {
  ...httpSettings(8081),
  ...clientSettings({ rateLimits: "on" }),
  ...openIngestSettings,
  ...loggerSettings,
  ...tracingSettings,
};
