import { rawStoreSettings } from "@ruaflow/body-store";
import { dnsSettings, parseDnsServers } from "@ruaflow/dns";
import { dataFolderSettings, type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { type IngestLimits, UNTRUSTED_LIMITS } from "./limits.ts";

/** Settings of every process that receives submissions. */
export const ingestSettings = {
  ...dataFolderSettings,
  ...rawStoreSettings,
  /** Asked who sent a mail. */
  RUAFLOW_DNS_SERVERS: dnsSettings.RUAFLOW_DNS_SERVERS,
  RUAFLOW_UPLOAD_BYTES_MAX: setting.integer({
    default: 20 * 1024 * 1024,
    minimum: 1024,
    description: "Largest upload in bytes.",
  }),
  RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX: setting.integer({
    default: 64 * 1024 * 1024,
    minimum: 1024 * 1024,
    description: "Bytes of all uploads in flight; beyond it, uploads are answered with 503 and Retry-After.",
  }),
};

/** The limits for untrusted senders, with the operator's settings. */
export function toIngestLimits(
  settings: Pick<SettingsOf<typeof ingestSettings>, "RUAFLOW_UPLOAD_BYTES_MAX" | "RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX">,
): IngestLimits {
  return {
    ...UNTRUSTED_LIMITS,
    bodyBytesMax: settings.RUAFLOW_UPLOAD_BYTES_MAX,
    inFlightBytesMax: settings.RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX,
  };
}

/** The resolvers that are asked who sent a mail; empty: the system's. */
export function toMailResolvers({ RUAFLOW_DNS_SERVERS = "" }: SettingsOf<typeof ingestSettings>): readonly string[] {
  return parseDnsServers(RUAFLOW_DNS_SERVERS);
}
