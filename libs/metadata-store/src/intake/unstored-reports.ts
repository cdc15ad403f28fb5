import type { Queryable } from "@ruaflow/postgres";

/** What waits in the log (`readLaneLags`), read before the question. */
export interface WaitingInLog {
  /** The topic of reports; each message has one report at most. */
  readonly live: { readonly messages: number };
  /** Bulk reports that are not forwarded to it yet; 0 seconds without one. */
  readonly bulk: { readonly seconds: number };
}

/** Acknowledged reports that have no row, and that the log does not have, either. */
export interface UnstoredReports {
  /** Never too many. While reports wait in the log it may be too few; a number above 100,000 is cut. */
  readonly reports: number;
  /** Since when the oldest has been acknowledged; 0 without one. */
  readonly seconds: number;
}

/** After this time an arrival is saved and its message is in the log; it also covers clocks that differ. */
const SETTLED_AFTER_SECONDS = 900;
const REPORTS_MAX = 100_000;

const ACCEPTED_AT = "coalesce(accepted_at, created_at)";
const settled = `outcome = 'accepted' AND ${ACCEPTED_AT} < now() - make_interval(secs => $1)`;

/**
 * Counts over all organizations, for the operator. An arrival stays `accepted` until its message is committed. One that is
 * older than every bulk report that waits is either in the topic of reports or lost, and those in the topic are at most its
 * messages.
 */
export async function countUnstoredReports(database: Queryable, waiting: WaitingInLog): Promise<UnstoredReports> {
  const { messages } = waiting.live;
  const [row] = await database.query<{ accepted: number; seconds: number }>(
    `SELECT count(*)::float8 AS accepted, coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS seconds
     FROM (SELECT ${ACCEPTED_AT} AS at FROM arrivals WHERE ${settled} ORDER BY at LIMIT $2) AS oldest`,
    [toSettledSeconds(waiting), messages + REPORTS_MAX],
  );
  const { accepted = 0, seconds = 0 } = row ?? {};
  const reports = Math.max(0, accepted - messages);
  return { reports, seconds: reports === 0 ? 0 : seconds };
}

/**
 * The submissions of reports that {@link countUnstoredReports} counts, the oldest first. While live reports wait, some of
 * theirs are among them: to replay those changes nothing.
 *
 * @param organizationId `null`: of all organizations
 */
export async function listUnstoredSubmissions(
  database: Queryable,
  organizationId: string | null,
  waiting: WaitingInLog,
): Promise<string[]> {
  const rows = await database.query<{ submission_id: string }>(
    `SELECT submission_id FROM arrivals WHERE ${settled} AND ($2::text IS NULL OR organization_id = $2)
     GROUP BY submission_id ORDER BY min(${ACCEPTED_AT}), submission_id`,
    [toSettledSeconds(waiting), organizationId],
  );
  return rows.map(({ submission_id }) => submission_id);
}

const toSettledSeconds = ({ bulk }: WaitingInLog) => SETTLED_AFTER_SECONDS + bulk.seconds;
