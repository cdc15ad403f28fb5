import { eventLogSettings } from "@ruaflow/event-log";
import { clientSettings, httpSettings } from "@ruaflow/http";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { dataFolderSettings, loggerSettings } from "@ruaflow/runtime";
import { Type } from "typebox";

/** Settings of whatever takes submissions in. */
export const ingestSettings = {
  ...dataFolderSettings,
  RUAFLOW_UPLOAD_BYTES_MAX: Type.Integer({
    default: 20 * 1024 * 1024,
    minimum: 1024,
    description: "Largest upload in bytes.",
  }),
};

export const settingsSchema = Type.Object({
  ...httpSettings(8081),
  ...clientSettings({ rateLimits: "on" }),
  ...ingestSettings,
  ...metadataStoreSettings,
  ...secretsSettings,
  ...eventLogSettings,
  ...loggerSettings,
});
