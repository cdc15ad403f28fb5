import { httpSettings } from "@ruaflow/http";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime";
import { Type } from "typebox";

export const settingsSchema = Type.Object({
  ...httpSettings(8080),
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
});
