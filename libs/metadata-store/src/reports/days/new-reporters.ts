import type { Queryable } from "@ruaflow/postgres";

/** A domain, with what its organization counts. */
export interface CountedDomain {
  readonly organizationId: string;
  readonly domainId: string;
  /** Whether reports whose sender is not proven count. */
  readonly countUnauthenticated: boolean;
}

/** UTC days, `YYYY-MM-DD`. */
export interface NewReportersOptions {
  /** A reporter whose first day is later is new. */
  readonly knownSince: string;
  /** The first and the last day of the others' reports. */
  readonly startDate: string;
  readonly endDate: string;
}

/** What new reporters together state about a domain, beside all others. */
export interface NewReporterSums {
  /** The one that states the most. */
  readonly reporterDomain: string;
  /** Its first day, UTC, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly reporters: number;
  /** Of all their reports: none can hide in a day outside the period. */
  readonly messages: number;
  /** Messages in the period of all other reports that count, also of those that no domain vouches for. */
  readonly others: number;
  /** Whether there was ever a report of another reporter that counts. */
  readonly hasOthers: boolean;
}

// What the days have beyond the new reporters' own: cheap, however many reports and new reporters a domain has.
const readOthers = `SELECT sum(reports) > f.reports AS "hasOthers",
    greatest(0, coalesce(sum(d.messages) FILTER (WHERE day BETWEEN $5::date AND $6::date), 0) - f.recent) AS others
  FROM report_days d WHERE d.organization_id = f.organization_id AND d.domain_id = f.domain_id AND (authentic OR counts_all)`;

/**
 * Sums what new reporters state about domains, by domain. Domains without a new reporter have no entry, nor have those of an
 * organization in which every reporter is new, as after its first report or after an upgrade: there it says nothing.
 */
export async function readNewReporterSums(
  database: Queryable,
  domains: readonly CountedDomain[],
  { knownSince, startDate, endDate }: NewReportersOptions,
): Promise<ReadonlyMap<string, NewReporterSums>> {
  const rows = await database.query<NewReporterSums & { domainId: string }>(
    `WITH own AS MATERIALIZED (
       SELECT r.organization_id, s.domain_id, s.trust <> 'none' AS authentic, r.reporter_domain, r.first_day,
         sum(s.messages) AS messages, count(*) AS reports,
         coalesce(sum(s.messages) FILTER (WHERE s.day BETWEEN $5::date AND $6::date), 0) AS recent
       FROM reporters r JOIN stored_reports s USING (organization_id, reporter_domain)
       WHERE r.organization_id = ANY($1) AND r.first_day > $4::date
         AND EXISTS (SELECT 1 FROM reporters b WHERE b.organization_id = r.organization_id AND b.first_day <= $4::date)
       GROUP BY 1, 2, 3, 4, 5
     ), asked AS MATERIALIZED (
       SELECT organization_id || ' ' || domain_id AS key, bool_or(counts_all) AS counts_all
       FROM unnest($1::text[], $2::text[], $3::bool[]) AS k (organization_id, domain_id, counts_all) GROUP BY 1
     ), stated AS (
       SELECT organization_id, domain_id, counts_all, reporter_domain, first_day, sum(messages) AS messages,
         sum(reports) AS reports, sum(recent) AS recent
       FROM own JOIN asked ON key = organization_id || ' ' || domain_id WHERE counts_all OR authentic
       GROUP BY 1, 2, 3, 4, 5
     ), f AS (
       SELECT organization_id, domain_id, counts_all, count(*)::int AS reporters, sum(messages) AS messages,
         sum(reports) AS reports, sum(recent) AS recent,
         (array_agg(reporter_domain ORDER BY messages DESC, reporter_domain))[1] AS "reporterDomain",
         (array_agg(first_day::text ORDER BY messages DESC, reporter_domain))[1] AS "firstDay"
       FROM stated GROUP BY 1, 2, 3
     )
     SELECT domain_id AS "domainId", reporters, messages, "reporterDomain", "firstDay", others, coalesce("hasOthers", false) AS "hasOthers"
     FROM f CROSS JOIN LATERAL (${readOthers}) o`,
    [
      domains.map(({ organizationId }) => organizationId),
      domains.map(({ domainId }) => domainId),
      domains.map(({ countUnauthenticated }) => countUnauthenticated),
      knownSince,
      startDate,
      endDate,
    ],
  );
  return new Map(rows.map(({ domainId, ...sums }) => [domainId, sums]));
}
