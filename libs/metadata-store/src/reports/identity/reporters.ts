import type { Queryable } from "@ruaflow/postgres";

/** A domain that vouched for a report of an organization. */
export interface SeenReporter {
  readonly organizationId: string;
  /** Organizational domain. */
  readonly reporterDomain: string;
  readonly receivedAt: Date;
}

/** A reporter is long-standing when its first report that counts came so many days ago. */
const LONG_STANDING_DAYS = 30;

/** A domain that vouches for a report of an organization. */
export type ReporterKey = Pick<SeenReporter, "organizationId" | "reporterDomain">;

/**
 * Which of these reports an organization leaves out, unless their reporter is known otherwise: it counts only reporters that are
 * known or long-standing, and this one is not long-standing. In the order of the keys.
 */
export async function findLeftOut(database: Queryable, keys: readonly ReporterKey[]): Promise<boolean[]> {
  const rows = await database.query<{ place: number }>(
    `SELECT place::int FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (organization_id, reporter_domain, place)
     JOIN organizations o ON o.id = k.organization_id AND o.counted_reporters = 'known'
     WHERE NOT EXISTS (SELECT 1 FROM reporters r WHERE r.organization_id = k.organization_id
       AND r.reporter_domain = k.reporter_domain AND r.first_day <= current_date - ${LONG_STANDING_DAYS})`,
    [keys.map(({ organizationId }) => organizationId), keys.map(({ reporterDomain }) => reporterDomain)],
  );
  const places = new Set(rows.map(({ place }) => place));
  return keys.map((_, index) => places.has(index + 1));
}

/** A reporter that is not long-standing, with its reports that count. */
export interface NewReporter {
  readonly reporterDomain: string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly reports: number;
  readonly messages: number;
}

/** The reporters of an organization that are not long-standing, those with the most messages first. */
export function listNewReporters(database: Queryable, organizationId: string): Promise<NewReporter[]> {
  return database.query<NewReporter & Record<string, unknown>>(
    `SELECT reporter_domain AS "reporterDomain", first_day::text AS "firstDay", count(*)::float8 AS reports,
       sum(messages)::float8 AS messages
     FROM reporters JOIN stored_reports s USING (organization_id, reporter_domain)
     WHERE organization_id = $1 AND first_day > current_date - ${LONG_STANDING_DAYS} AND trust <> 'none'
     GROUP BY 1, 2 ORDER BY 4 DESC, 1`,
    [organizationId],
  );
}

/**
 * Notes on which UTC day an organization first received a report that each domain vouches for. All writers lock in the order of the
 * key, which prevents deadlocks; a domain that is known since that day or longer is not locked.
 */
export async function saveReporters(transaction: Queryable, seen: readonly SeenReporter[]): Promise<void> {
  if (seen.length === 0) return;
  await transaction.query(
    `INSERT INTO reporters AS r (organization_id, reporter_domain, first_day)
     SELECT organization_id, reporter_domain, min(day) FROM unnest($1::text[], $2::text[], $3::date[])
       AS s (organization_id, reporter_domain, day)
     WHERE NOT EXISTS (SELECT 1 FROM reporters k WHERE k.organization_id = s.organization_id
       AND k.reporter_domain = s.reporter_domain AND k.first_day <= s.day)
     GROUP BY 1, 2 ORDER BY 1, 2
     ON CONFLICT (organization_id, reporter_domain) DO UPDATE SET first_day = least(r.first_day, excluded.first_day)`,
    [
      seen.map(({ organizationId }) => organizationId),
      seen.map(({ reporterDomain }) => reporterDomain),
      seen.map(({ receivedAt }) => receivedAt.toISOString().slice(0, 10)),
    ],
  );
}
