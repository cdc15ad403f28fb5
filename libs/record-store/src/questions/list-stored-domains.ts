import type { Engine } from "../engine/engine.ts";
import { maintenanceSettings } from "./read-settings.ts";
import type { DomainKey } from "./watched-domains.ts";

/** The domains of all organizations that have rows, except deleted ones: for the operator. */
export function listStoredDomains(engine: Engine): Promise<DomainKey[]> {
  return engine.select<DomainKey>(query, {});
}

const query = `SELECT DISTINCT organization_id AS organizationId, domain_id AS domainId
FROM (SELECT organization_id, domain_id FROM records UNION ALL SELECT organization_id, domain_id FROM reports)
WHERE domain_id NOT IN (SELECT domain_id FROM deleted_domains) ${maintenanceSettings}`;
