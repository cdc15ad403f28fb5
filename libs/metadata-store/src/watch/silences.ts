import type { Queryable } from "@ruaflow/postgres";
import type { CountedDomain } from "../reports/days/new-reporters.ts";
import { newestDay, silentDays, verifiedDay } from "../reports/days/silence.ts";

/** The rhythm of reports is read from this many days up to the newest one. */
const RHYTHM_DAYS = 90;

/** How long a verified domain has been without reports. */
export interface Silence {
  /** UTC days; see `silentDays`. */
  readonly days: number;
  /** The newest UTC day, up to today, that counted reports are about, `YYYY-MM-DD`; `null`: none. */
  readonly latestDay: string | null;
  /** The UTC day of the verification. */
  readonly verifiedDay: string;
  /** Days from one day with reports to the next one: nine in ten are no longer. */
  readonly usualGapDays: number;
  /**
   * Whether reports are to be expected: the DNS proved the claim, the DMARC record names the mailbox, or there is a report of a day
   * since the verification. Of a claim that only the operator vouched for, an archive may be all that there is.
   */
  readonly isExpected: boolean;
}

/**
 * Reads the silence of domains by id; one that was never verified has no entry.
 *
 * @param today UTC day, `YYYY-MM-DD`
 */
export async function readSilences(
  database: Queryable,
  domains: readonly CountedDomain[],
  today: string,
): Promise<ReadonlyMap<string, Silence>> {
  const rows = await database.query<Silence & { domainId: string }>(
    `SELECT d.id AS "domainId", ${silentDays(isCounted, "$4::date")} AS days, n.day::text AS "latestDay",
       ${verifiedDay}::text AS "verifiedDay", (${usualGap}) AS "usualGapDays",
       NOT vouched OR coalesce(n.day >= ${verifiedDay}, false) OR EXISTS (
         SELECT 1 FROM domain_dns r WHERE r.domain_id = d.id AND r.record = 'dmarc' AND r.state = 'ok') AS "isExpected"
     FROM unnest($1::text[], $2::text[], $3::bool[]) AS k (organization_id, domain_id, counts_all)
     JOIN domains d ON d.organization_id = k.organization_id AND d.id = k.domain_id AND d.verified_at IS NOT NULL
     CROSS JOIN LATERAL (SELECT ${newestDay(`${isCounted} AND c.day <= $4::date`)} AS day) AS n`,
    [
      domains.map(({ organizationId }) => organizationId),
      domains.map(({ domainId }) => domainId),
      domains.map(({ countUnauthenticated }) => countUnauthenticated),
      today,
    ],
  );
  return new Map(rows.map(({ domainId, ...silence }) => [domainId, silence]));
}

const isCounted = "(c.authentic OR k.counts_all)";

const usualGap = `SELECT coalesce(percentile_disc(0.9) WITHIN GROUP (ORDER BY gap), 1) FROM (
    SELECT c.day - lag(c.day) OVER (ORDER BY c.day) AS gap FROM report_days c
    WHERE c.organization_id = d.organization_id AND c.domain_id = d.id AND c.reports > 0 AND ${isCounted}
      AND c.day BETWEEN n.day - ${RHYTHM_DAYS} AND n.day GROUP BY c.day
  ) AS gaps`;
