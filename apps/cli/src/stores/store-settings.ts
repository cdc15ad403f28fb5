import { rawStoreSettings } from "@ruaflow/body-store";
import { eventLogSettings } from "@ruaflow/event-log";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { dataFolderSettings, type SettingsOf } from "@ruaflow/runtime/settings";

/** Settings of the stores that a command uses, the same as the service's. */
export const storeSettingsSchema = {
  ...dataFolderSettings,
  ...metadataStoreSettings,
  ...secretsSettings,
  ...recordStoreSettings,
  ...rawStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
};

export type StoreSettings = SettingsOf<typeof storeSettingsSchema>;

/** Where the data of these settings is. */
export function toPlace({ RUAFLOW_DATA_DIR: dataFolder, DATABASE_URL }: StoreSettings) {
  const url = DATABASE_URL === undefined ? null : URL.parse(DATABASE_URL);
  return { dataFolder, database: url === null ? "" : `${url.host}${url.pathname}` };
}
