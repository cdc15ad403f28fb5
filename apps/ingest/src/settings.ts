import { dnsSettings, parseDnsServers } from "@ruaflow/dns";
import { eventLogSettings } from "@ruaflow/event-log";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { rawStoreSettings } from "@ruaflow/object-store/bodies";
import { dataFolderSettings, type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { type IngestLimits, UNPROVEN_LIMITS, UNTRUSTED_LIMITS } from "./limits.ts";

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
    description: "Bytes of all mails and uploads that are being read at the same time; others wait on the disk.",
  }),
  RUAFLOW_ARRIVING_BYTES_MAX: setting.integer({
    default: 1024 * 1024 * 1024,
    minimum: 1024 * 1024,
    description:
      "Disk for mails and uploads that arrive or wait to be read, half for each; where it is full, those who hold most are sent back.",
  }),
  RUAFLOW_BYTES_PER_SECOND_MIN: setting.integer({
    default: 1024,
    minimum: 1,
    description: "Least rate of a mail or an upload, over ten seconds; slower ones are ended with 421 or 408.",
  }),
  RUAFLOW_UNPROVEN_DOMAIN_BYTES_MAX: setting.integer({
    default: UNPROVEN_LIMITS.domain.bytesMax,
    minimum: 1024,
    description:
      "Bytes that mails whose sender proves nothing may bring in a UTC day for the reports about one domain.",
  }),
  RUAFLOW_UNPROVEN_DOMAIN_RECORDS_MAX: setting.integer({
    default: UNPROVEN_LIMITS.domain.recordsMax,
    minimum: 1,
    description: "Records that mails whose sender proves nothing may bring in a UTC day for one domain.",
  }),
  RUAFLOW_UNPROVEN_NETWORK_BYTES_MAX: setting.integer({
    default: UNPROVEN_LIMITS.network.bytesMax,
    minimum: 1024,
    description:
      "Bytes that mails whose sender proves nothing may bring in a UTC day from one network (/24, IPv6 /48).",
  }),
  RUAFLOW_UNPROVEN_NETWORK_RECORDS_MAX: setting.integer({
    default: UNPROVEN_LIMITS.network.recordsMax,
    minimum: 1,
    description:
      "Records that mails whose sender proves nothing may bring in a UTC day from one network; more wait at their sender.",
  }),
};

/** Settings of a process that takes submissions in and has only what that needs: see `openIngest`. */
export const openIngestSettings = {
  ...ingestSettings,
  ...metadataStoreSettings,
  ...secretsSettings,
  ...eventLogSettings,
};

/** The limits for untrusted senders, with the operator's settings. */
export function toIngestLimits(
  settings: Pick<
    SettingsOf<typeof ingestSettings>,
    | "RUAFLOW_UPLOAD_BYTES_MAX"
    | "RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX"
    | "RUAFLOW_ARRIVING_BYTES_MAX"
    | "RUAFLOW_BYTES_PER_SECOND_MIN"
    | "RUAFLOW_UNPROVEN_DOMAIN_BYTES_MAX"
    | "RUAFLOW_UNPROVEN_DOMAIN_RECORDS_MAX"
    | "RUAFLOW_UNPROVEN_NETWORK_BYTES_MAX"
    | "RUAFLOW_UNPROVEN_NETWORK_RECORDS_MAX"
  >,
): IngestLimits {
  return {
    ...UNTRUSTED_LIMITS,
    bodyBytesMax: settings.RUAFLOW_UPLOAD_BYTES_MAX,
    inFlightBytesMax: settings.RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX,
    arrivingBytesMax: settings.RUAFLOW_ARRIVING_BYTES_MAX,
    pace: { ...UNTRUSTED_LIMITS.pace, bytesPerSecondMin: settings.RUAFLOW_BYTES_PER_SECOND_MIN },
    unproven: {
      domain: {
        bytesMax: settings.RUAFLOW_UNPROVEN_DOMAIN_BYTES_MAX,
        recordsMax: settings.RUAFLOW_UNPROVEN_DOMAIN_RECORDS_MAX,
      },
      network: {
        bytesMax: settings.RUAFLOW_UNPROVEN_NETWORK_BYTES_MAX,
        recordsMax: settings.RUAFLOW_UNPROVEN_NETWORK_RECORDS_MAX,
      },
    },
  };
}

/** The resolvers that are asked who sent a mail; empty: the system's. */
export function toMailResolvers({ RUAFLOW_DNS_SERVERS = "" }: SettingsOf<typeof ingestSettings>): readonly string[] {
  return parseDnsServers(RUAFLOW_DNS_SERVERS);
}
