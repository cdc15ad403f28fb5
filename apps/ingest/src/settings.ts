import { dataFolderSettings, setting } from "@ruaflow/runtime";

/** Settings of whatever takes submissions in. */
export const ingestSettings = {
  ...dataFolderSettings,
  RUAFLOW_UPLOAD_BYTES_MAX: setting.integer({
    default: 20 * 1024 * 1024,
    minimum: 1024,
    description: "Largest upload in bytes.",
  }),
};
