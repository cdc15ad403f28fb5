import { toDomainName } from "@ruaflow/dmarc";
import { toOrganizationalDomain } from "@ruaflow/dmarc/organizational-domain";
import type { Service } from "../services/service.ts";
import type { ServiceMap } from "../services/service-map.ts";
import { rememberNames } from "./remember.ts";

/** As `toDomainName`. */
export const toName = rememberNames(toDomainName);

/** As `toOrganizationalDomain`. */
export const toOrganization = rememberNames(toOrganizationalDomain);

const finders = new WeakMap<object, (name: string) => Service | null>();

/** As the map's own function. */
export function findServiceOfName(services: Pick<ServiceMap, "findServiceOfDomain">, name: string): Service | null {
  const known = finders.get(services) ?? rememberNames(services.findServiceOfDomain);
  finders.set(services, known);
  return known(name);
}
