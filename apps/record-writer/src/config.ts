import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { setting } from "@ruaflow/runtime/settings";

/** Settings of writing. */
export const recordWriterSettings = {
  RUAFLOW_READ_BACK: setting.flag({
    default: true,
    description: "Ask ClickHouse what is there before writing again. Off only to show what then goes wrong.",
  }),
};

export const settingsSchema = {
  ...httpSettings(8082),
  ...recordWriterSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
};
