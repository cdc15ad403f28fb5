import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime";
import { Type } from "typebox";

/** Settings of writing. */
export const recordWriterSettings = {
  RUAFLOW_READ_BACK: Type.Boolean({
    default: true,
    description: "Ask ClickHouse what is there before writing again. Off only to show what then goes wrong.",
  }),
};

export const settingsSchema = Type.Object({
  ...httpSettings(8082),
  ...recordWriterSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
});
