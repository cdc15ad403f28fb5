import type { Engine } from "../../engine/engine.ts";
import { maintenanceSettings, readSettings } from "../../engine/read-settings.ts";
import type { DomainKey } from "../report-conditions.ts";
import { toAddressText } from "../stored-values.ts";
import { type StoredVerdict, toVerdict, type VerdictKey, type VerdictRow, verdictColumns } from "./stored-verdict.ts";

/** Limits the parameters of one query, which are sent in the request URL. */
const KEYS_PER_QUERY = 1_000;

const byKey = `SELECT ${verdictColumns} FROM verdicts FINAL
  WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
    AND source_ip IN {addresses:Array(IPv6)}
    AND (domain_id, source_ip) IN arrayZip({domains:Array(String)}, {addresses:Array(IPv6)}) ${readSettings}`;

/** The verdicts on these sources; those that were not judged yet are left out. */
export async function readVerdicts(
  engine: Engine,
  organizationId: string,
  keys: readonly VerdictKey[],
): Promise<StoredVerdict[]> {
  const found: StoredVerdict[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
    const some = keys.slice(start, start + KEYS_PER_QUERY);
    const domains = some.map(({ domainId }) => domainId);
    const addresses = some.map(({ sourceIp }) => sourceIp);
    const params = { organizationId, domainIds: [...new Set(domains)], domains, addresses };
    found.push(...(await engine.select<VerdictRow>(byKey, params)).map(toVerdict));
  }
  return found;
}

const goneQuery = `SELECT toString(domain_id) AS domainId, source_ip AS address FROM verdicts FINAL
  WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
    AND (domain_id, source_ip) NOT IN (
      SELECT domain_id, source_ip FROM records
      WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
      GROUP BY domain_id, source_ip HAVING sum(count) > 0
    ) ${maintenanceSettings}`;

/** Judged sources of some domains that have no mail about them any more. */
export async function listGoneSources(
  engine: Engine,
  organizationId: string,
  domainIds: readonly string[],
): Promise<VerdictKey[]> {
  const rows = await engine.select<Pick<VerdictRow, "domainId" | "address">>(goneQuery, { organizationId, domainIds });
  return rows.map(({ domainId, address }) => ({ domainId, sourceIp: toAddressText(address) }));
}

const domainsQuery = `SELECT DISTINCT organization_id AS organizationId, toString(domain_id) AS domainId FROM verdicts
  WHERE source_ip IN {addresses:Array(IPv6)} ${maintenanceSettings}`;

/**
 * The domains, of any organization, that one of these addresses was judged for.
 *
 * @param addresses at most 2,000: they are sent in the request URL
 */
export function listDomainsOfSources(engine: Engine, addresses: readonly string[]): Promise<DomainKey[]> {
  return engine.select<DomainKey>(domainsQuery, { addresses });
}
