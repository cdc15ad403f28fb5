import type { Engine, QueryParams } from "../engine/engine.ts";
import { maintenanceSettings, readSettings } from "../engine/read-settings.ts";
import { messageSums } from "../rows/message-sums.ts";
import { type DomainKey, ofDomains } from "../rows/report-conditions.ts";
import { toStoredDay } from "../rows/stored-values.ts";

/** A domain, and whether its organization counts reports whose sender is not proven. */
export interface CountedDomain extends DomainKey {
  readonly countUnauthenticated?: boolean;
}

/** Inclusive UTC days, `YYYY-MM-DD`. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

export interface DayCounts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
}

// Limits the parameters of one query, which are sent in the request URL.
const DOMAINS_MAX = 500;

/** Columns that identify the owner of a row. */
export const domainColumns = "organization_id AS organizationId, domain_id AS domainId";

/** A condition that leaves out reports whose sender is not proven, unless the organization counts them. */
export const countedRows = "(trust != 'none' OR organization_id IN {countingIds:Array(String)})";

/** Queries rows of domains, some domains at a time; rows of other pairs of organization and domain are left out. */
export async function queryDomains<Row extends DomainKey>(
  engine: Engine,
  domains: readonly CountedDomain[],
  question: { readonly query: string; readonly params?: QueryParams; readonly settings?: string },
): Promise<Map<string, Row[]>> {
  const { query, params = {}, settings = readSettings } = question;
  const found = new Map<string, Row[]>();
  for (let start = 0; start < domains.length; start += DOMAINS_MAX) {
    const slice = domains.slice(start, start + DOMAINS_MAX);
    const some = new Map(slice.map((key) => [key.domainId, key.organizationId]));
    const countingIds = slice.filter((key) => key.countUnauthenticated === true).map((key) => key.organizationId);
    const organizationIds = [...new Set(some.values())];
    const keys = { organizationIds, domainIds: [...some.keys()], countingIds: [...new Set(countingIds)] };
    for (const row of await engine.select<Row>(`${query} ${settings}`, { ...params, ...keys })) {
      if (some.get(row.domainId) !== row.organizationId) continue;
      const rows = found.get(row.domainId) ?? [];
      rows.push(row);
      found.set(row.domainId, rows);
    }
  }
  return found;
}

/** The sums of each day with mail in a period, in order, by domain id; a domain without mail has no entry. */
export async function readDomainDays(
  engine: Engine,
  domains: readonly CountedDomain[],
  { startDate, endDate }: Period,
): Promise<ReadonlyMap<string, readonly DayCounts[]>> {
  const params = { startDate: toStoredDay(startDate), endDate: toStoredDay(endDate) };
  const query = `SELECT ${domainColumns}, day, ${messageSums} FROM records
    WHERE ${ofDomains} AND ${countedRows} AND day BETWEEN {startDate:Date} AND {endDate:Date}
    GROUP BY organization_id, domain_id, day ORDER BY day`;
  return queryDomains<DomainKey & DayCounts>(engine, domains, { query, params });
}

/** The domains of every organization that have a report received at `since` or later. */
export function listReceivingDomains(engine: Engine, since: Date): Promise<DomainKey[]> {
  const query = `SELECT DISTINCT ${domainColumns} FROM reports WHERE received_at >= toDateTime({since:UInt32}, 'UTC')`;
  return engine.select(`${query} ${readSettings}`, { since: Math.max(0, Math.floor(since.getTime() / 1000)) });
}

/** The domains of all organizations that have rows, except deleted ones: for the operator. */
export function listStoredDomains(engine: Engine): Promise<DomainKey[]> {
  return engine.select<DomainKey>(storedDomains, {});
}

const storedDomains = `SELECT DISTINCT organization_id AS organizationId, domain_id AS domainId
FROM (SELECT organization_id, domain_id FROM records UNION ALL SELECT organization_id, domain_id FROM reports)
WHERE domain_id NOT IN (SELECT domain_id FROM deleted_domains) ${maintenanceSettings}`;
