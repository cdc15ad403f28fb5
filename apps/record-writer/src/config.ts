import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store/settings";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { tracingSettings } from "@ruaflow/runtime/tracing";

/** Settings of every process that writes rows. */
export const recordWriterSettings = {
  RUAFLOW_WRITE_LINGER_MS: setting.integer({
    description:
      "Longest wait between writes to ClickHouse while few reports arrive, in milliseconds; several record-writers wait longer by their number, up to five times. More means fewer and larger inserts, less means that reports can be queried sooner.",
    default: 1000,
    minimum: 0,
    maximum: 60_000,
  }),
};

export function toRecordWriterOptions(settings: SettingsOf<typeof recordWriterSettings>) {
  return { lingerMs: settings.RUAFLOW_WRITE_LINGER_MS };
}

export const settingsSchema = {
  ...httpSettings(8082),
  ...recordWriterSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
  ...tracingSettings,
};
