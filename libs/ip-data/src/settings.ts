import { accessSync, constants } from "node:fs";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import type { IpDataOptions } from "./ip-data.ts";

/** Settings of the data about addresses, for every app that uses it. */
export const ipDataSettings = {
  RUAFLOW_COUNTRY_MMDB: setting.path({
    description:
      "Your own MMDB file with countries (GeoLite2, DB-IP, IPinfo Lite), read again when it changes; not set: data from npm.",
    check: requireReadable,
  }),
  RUAFLOW_ASN_MMDB: setting.path({
    description:
      "Your own MMDB file with autonomous systems and their organizations, read again when it changes; not set: data from npm.",
    check: requireReadable,
  }),
};

/** A changed file that cannot be read is logged. */
export function toIpDataOptions(
  settings: Partial<SettingsOf<typeof ipDataSettings>>,
  logger: Pick<Logger, "warn">,
): IpDataOptions {
  return {
    countryFile: settings.RUAFLOW_COUNTRY_MMDB,
    asnFile: settings.RUAFLOW_ASN_MMDB,
    onError: (error) => logger.warn({ err: error }, "a changed MMDB file cannot be read; its earlier data stay in use"),
  };
}

function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new UsageError(`the file cannot be read (${describeError(error)})`);
  }
}
