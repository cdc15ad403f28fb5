import { toDomainName } from "@ruaflow/dmarc";
import { toOrganizationalDomain } from "@ruaflow/dmarc/organizational-domain";
import type { Service } from "../services/service.ts";
import type { ServiceMap } from "../services/service-map.ts";
import { cacheByName } from "./cache-by-name.ts";

/** As `toDomainName`. */
export const toName = cacheByName(toDomainName);

/** As `toOrganizationalDomain`. */
export const toOrganization = cacheByName(toOrganizationalDomain);

const finders = new WeakMap<object, (name: string) => Service | null>();

/** As the map's own function. */
export function findServiceOfName(services: Pick<ServiceMap, "findServiceOfDomain">, name: string): Service | null {
  const known = finders.get(services) ?? cacheByName(services.findServiceOfDomain);
  finders.set(services, known);
  return known(name);
}
