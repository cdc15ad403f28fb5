import type { Engine } from "../engine/engine.ts";
import { messageSums } from "../rows/message-sums.ts";
import { type DomainKey, ofDomains } from "../rows/report-conditions.ts";
import { toStoredDay } from "../rows/stored-values.ts";
import {
  type CountedDomain,
  countedRows,
  type DayCounts,
  domainColumns,
  type Period,
  queryDomains,
} from "./watched-domains.ts";

/** The mail of some addresses about a domain, for each day of a period that has any, in order. Ask it of few addresses. */
export async function readAddressDays(
  engine: Engine,
  domain: CountedDomain,
  { startDate, endDate, addresses }: Period & { readonly addresses: readonly string[] },
): Promise<readonly DayCounts[]> {
  const params = { startDate: toStoredDay(startDate), endDate: toStoredDay(endDate), addresses };
  const query = `SELECT ${domainColumns}, day, ${messageSums} FROM records
    WHERE ${ofDomains} AND ${countedRows} AND day BETWEEN {startDate:Date} AND {endDate:Date}
      AND source_ip IN {addresses:Array(IPv6)}
    GROUP BY organization_id, domain_id, day ORDER BY day`;
  const found = await queryDomains<DomainKey & DayCounts>(engine, [domain], { query, params });
  return (found.get(domain.domainId) ?? []).map(({ day, messages, passed }) => ({ day, messages, passed }));
}
