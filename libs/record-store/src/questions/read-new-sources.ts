import type { Engine } from "../engine/engine.ts";
import { type DomainKey, ofDomains } from "../rows/report-conditions.ts";
import { toAddressText, toStoredDay } from "../rows/stored-values.ts";
import { type CountedDomain, countedRows, domainColumns, type Period, queryDomains } from "./watched-domains.ts";

/** An address that no earlier report of the domain has. */
export interface NewSource {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  /** Its messages in the period that failed DMARC. */
  readonly failed: number;
  /** The UTC day of the first of them, `YYYY-MM-DD`. */
  readonly firstDay: string;
}

export interface NewSourcesOptions extends Period {
  /** Sources with fewer failing messages do not count. */
  readonly failuresMin: number;
  /** Maximum per domain; the sources with the most failing messages come first. */
  readonly sourcesMax: number;
}

const keys = "organization_id, domain_id";
/** Only domains with a candidate, so that the index finds just their other rows. */
const ofCandidates = `${ofDomains} AND ${countedRows} AND domain_id IN (SELECT domain_id FROM candidates) AND day < {startDate:Date}`;

// A projection has the sums of days, but not their first day: so they are grouped twice.
const query = `WITH candidates AS (
    SELECT ${keys}, source_ip, sum(failed) AS failures, min(day) AS first_day FROM (
      SELECT ${keys}, source_ip, day, sum(count) AS failed FROM records
      WHERE ${ofDomains} AND ${countedRows} AND day BETWEEN {startDate:Date} AND {endDate:Date} AND NOT dmarc_pass
      GROUP BY ${keys}, source_ip, day
    )
    GROUP BY ${keys}, source_ip HAVING failures >= {failuresMin:UInt64}
  )
  SELECT ${domainColumns}, source_ip AS address, failures AS failed, first_day AS firstDay FROM candidates
  WHERE (${keys}) IN (SELECT ${keys} FROM records WHERE ${ofCandidates} GROUP BY ${keys})
    AND (${keys}, source_ip) NOT IN (
      SELECT ${keys}, source_ip FROM records WHERE ${ofCandidates} AND source_ip IN (SELECT source_ip FROM candidates)
      GROUP BY ${keys}, source_ip
    )
  ORDER BY failures DESC, source_ip LIMIT {sourcesMax:UInt64} BY ${keys}`;

/**
 * Sources with failing mail in a period that were never seen before it, by domain id, most failures first. A domain
 * without any earlier report has no entry, for all its sources would be new.
 */
export async function readNewSources(
  engine: Engine,
  domains: readonly CountedDomain[],
  { startDate, endDate, failuresMin, sourcesMax }: NewSourcesOptions,
): Promise<ReadonlyMap<string, readonly NewSource[]>> {
  const period = { startDate: toStoredDay(startDate), endDate: toStoredDay(endDate) };
  const found = await queryDomains<DomainKey & Omit<NewSource, "sourceIp"> & { address: string }>(engine, domains, {
    query,
    params: { ...period, failuresMin, sourcesMax },
  });
  return new Map(
    [...found].map(([domainId, rows]) => [
      domainId,
      rows.map(({ address, failed, firstDay }) => ({ sourceIp: toAddressText(address), failed, firstDay })),
    ]),
  );
}
