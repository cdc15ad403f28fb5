import { parseDnsServers } from "@ruaflow/dns";
import { httpSettings } from "@ruaflow/http/settings";
import { ipDataSettings } from "@ruaflow/ip-data";
import { metadataStoreSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { tracingSettings } from "@ruaflow/runtime/tracing";

/** Settings of the source-enricher. */
export const sourceEnricherSettings = {
  ...ipDataSettings,
  RUAFLOW_DNS_SERVERS: setting.text({
    description: "DNS resolvers, preferably two: 192.0.2.1, [2001:db8::1]:5353; not set: the system's resolvers.",
    check: parseDnsServers,
  }),
  RUAFLOW_SOURCE_ENRICHMENT: setting.oneOf(["on", "offline", "off"], {
    default: "on",
    description:
      "Facts about source addresses, found in the background. on: name, owner and country; offline: without names, so that no DNS query is sent; off: nothing is stored, answers have owner and country.",
  }),
  RUAFLOW_REVERSE_NAMES_AT_ONCE: setting.integer({
    default: 100,
    minimum: 1,
    maximum: 1000,
    description: "Maximum number of source addresses whose names are looked up at the same time.",
  }),
  RUAFLOW_REVERSE_NAMES_PER_SECOND: setting.integer({
    default: 250,
    minimum: 1,
    maximum: 10_000,
    description: "Maximum number of DNS queries per second for names of source addresses; an address needs about two.",
  }),
};

export type SourceEnricherSettings = SettingsOf<typeof sourceEnricherSettings>;

export const settingsSchema = {
  ...httpSettings(8086),
  ...sourceEnricherSettings,
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
  ...tracingSettings,
};
