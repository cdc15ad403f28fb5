import { readFileSync, statSync } from "node:fs";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { setting } from "@ruaflow/runtime/settings";
import { parseServices } from "./parse-services.ts";
import { createServiceMap, type ServiceMap } from "./service-map.ts";
import { shippedServiceMap, shippedServices } from "./shipped-services.ts";

/** Settings of the map of services, for every app that names services. */
export const senderSettings = {
  RUAFLOW_SENDERS_JSON: setting.path({
    description:
      "Your own JSON file of services in the form of libs/senders/data/services.json, read at the start; an entry wins over a shipped one, and replaces the one that has its name; not set: the shipped ones alone.",
    check: openServiceMap,
  }),
};

/** A list of 10,000 entries has about 4 MB. */
const BYTES_MAX = 8 * 1024 * 1024;

/**
 * The services of an installation: the shipped ones, and those of its own file.
 * @param path `undefined`: it has none
 * @throws {UsageError} that names the file, and each entry and field that is wrong
 */
export function openServiceMap(path: string | undefined): ServiceMap {
  if (path === undefined) return shippedServiceMap;
  try {
    return createServiceMap(shippedServices, parseServices(JSON.parse(readBounded(path))));
  } catch (cause) {
    throw new UsageError(`RUAFLOW_SENDERS_JSON: ${path}: ${describeError(cause)}`, { cause });
  }
}

function readBounded(path: string): string {
  const { size } = statSync(path);
  if (size > BYTES_MAX) throw new Error(`the file has ${size} bytes, more than ${BYTES_MAX}`);
  return readFileSync(path, "utf8");
}
