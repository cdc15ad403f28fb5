import { readFileSync } from "node:fs";
import { parseServices } from "./parse-services.ts";
import type { Service } from "./service.ts";
import { createServiceMap } from "./service-map.ts";

/** The services of `data/services.json`, sorted by name. */
export const shippedServices: readonly Service[] = parseServices(
  JSON.parse(readFileSync(new URL("../../data/services.json", import.meta.url), "utf8")),
);

/** Their map, without overrides. */
export const shippedServiceMap = createServiceMap(shippedServices);
