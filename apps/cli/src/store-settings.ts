import { eventLogSettings } from "@ruaflow/event-log";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { dataFolderSettings, loggerSettings } from "@ruaflow/runtime";
import { type Static, Type } from "typebox";

/** Settings of the stores that a command works with: those of the service beside it. */
export const storeSettingsSchema = Type.Object({
  ...dataFolderSettings,
  ...metadataStoreSettings,
  ...secretsSettings,
  ...recordStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
});

export type StoreSettings = Static<typeof storeSettingsSchema>;
