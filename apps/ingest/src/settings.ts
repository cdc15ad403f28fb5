import { dataFolderSettings, type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { DOOR_LIMITS, type IngestLimits } from "./limits.ts";

/** Settings of whatever takes submissions in. */
export const ingestSettings = {
  ...dataFolderSettings,
  RUAFLOW_UPLOAD_BYTES_MAX: setting.integer({
    default: 20 * 1024 * 1024,
    minimum: 1024,
    description: "Largest upload in bytes.",
  }),
  RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX: setting.integer({
    default: 64 * 1024 * 1024,
    minimum: 1024 * 1024,
    description: "Bytes of all uploads in hand at the same time; beyond it, they are answered 503 with Retry-After.",
  }),
};

/** The limits of a door that takes what strangers send. */
export function toDoorLimits(settings: SettingsOf<typeof ingestSettings>): IngestLimits {
  return {
    ...DOOR_LIMITS,
    bodyBytesMax: settings.RUAFLOW_UPLOAD_BYTES_MAX,
    inHandBytesMax: settings.RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX,
  };
}
