import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";

export const settingsSchema = {
  ...httpSettings(8082),
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
};
