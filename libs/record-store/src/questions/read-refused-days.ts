import type { Engine } from "../engine/engine.ts";
import { type DomainKey, ofDomains } from "../rows/report-conditions.ts";
import { toStoredDay } from "../rows/stored-values.ts";
import { type CountedDomain, countedRows, domainColumns, type Period, queryDomains } from "./watched-domains.ts";

/** Messages of a UTC day that failed DMARC and that receivers rejected or quarantined. */
export interface RefusedDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly refused: number;
}

/**
 * The refused messages of each day of a period that has any, by domain id. Reads the records themselves, so ask it of the few domains
 * whose failures matter.
 */
export async function readRefusedDays(
  engine: Engine,
  domains: readonly CountedDomain[],
  { startDate, endDate }: Period,
): Promise<ReadonlyMap<string, readonly RefusedDay[]>> {
  const params = { startDate: toStoredDay(startDate), endDate: toStoredDay(endDate) };
  const query = `SELECT ${domainColumns}, day, sum(count) AS refused FROM records
    WHERE ${ofDomains} AND ${countedRows} AND day BETWEEN {startDate:Date} AND {endDate:Date}
      AND NOT dmarc_pass AND lower(trimBoth(disposition)) IN ('reject', 'quarantine')
    GROUP BY organization_id, domain_id, day ORDER BY day`;
  return queryDomains<DomainKey & RefusedDay>(engine, domains, { query, params });
}
