import { type Queryable, toStorableText } from "@ruaflow/postgres";

/**
 * What happened to a report.
 *
 * - `accepted`: in the log, not yet written
 * - `stored`: written and visible
 * - `duplicate`: a stored report has the same content
 * - `conflict`: a report with the same key has different content
 * - `held`: waits for the verification of its domain
 * - `refused`: rejected, with the reason
 * - `not-aggregate`: not a DMARC aggregate report
 * - `dropped`: its domain was deleted, or is no longer a verified domain of the organization
 */
export type ArrivalOutcome =
  | "accepted"
  | "stored"
  | "duplicate"
  | "conflict"
  | "held"
  | "refused"
  | "not-aggregate"
  | "dropped";

/** One report found in a submission, or the reason why no report was found. */
export interface Arrival {
  readonly submissionId: string;
  /** 0-based position in the submission. */
  readonly entry: number;
  readonly organizationId: string | null;
  readonly domainId: string | null;
  readonly reportId: string | null;
  readonly outcome: ArrivalOutcome;
  /** A stable code for programs. */
  readonly reason: string | null;
  /** For people; cut to 1,000 characters. */
  readonly detail: string | null;
  /** Where in the submission, such as `mail.eml/report.zip/report.xml`; cut to 1,000 characters. */
  readonly path: string | null;
}

export interface SavedArrival extends Arrival {
  readonly createdAt: Date;
}

interface ArrivalRow {
  submission_id: string;
  entry: number;
  organization_id: string | null;
  domain_id: string | null;
  report_id: string | null;
  outcome: ArrivalOutcome;
  reason: string | null;
  detail: string | null;
  path: string | null;
  created_at: Date;
}

const TEXT_CHARS_MAX = 1_000;

/** True for an outcome that never changes. `accepted` and `held` are replaced by a later outcome. */
export function isFinal(outcome: ArrivalOutcome): boolean {
  return outcome !== "accepted" && outcome !== "held";
}

/**
 * Saves the outcomes of reports. The first final outcome of a (submission, entry) stays, so that repeating changes nothing
 * and a late `accepted` does not overwrite `stored`. A report that a store refused may be replayed: its new
 * outcome then counts.
 */
export async function saveArrivals(database: Queryable, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  await database.query(
    `INSERT INTO arrivals
       (submission_id, entry, organization_id, domain_id, report_id, outcome, reason, detail, path)
     SELECT DISTINCT ON (submission_id, entry) * FROM unnest(
       $1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]
     ) AS a (submission_id, entry) ORDER BY submission_id, entry
     ON CONFLICT (submission_id, entry) DO UPDATE
       SET organization_id = excluded.organization_id, domain_id = excluded.domain_id, report_id = excluded.report_id,
         outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail, path = excluded.path
       WHERE (arrivals.outcome IN ('accepted', 'held') AND arrivals.outcome <> excluded.outcome)
         OR (arrivals.outcome = 'refused' AND arrivals.reason IN ('refused', 'unsettled')
           AND excluded.outcome IN ('stored', 'duplicate', 'conflict', 'dropped'))`,
    [
      arrivals.map(({ submissionId }) => submissionId),
      arrivals.map(({ entry }) => entry),
      arrivals.map(({ organizationId }) => organizationId),
      arrivals.map(({ domainId }) => domainId),
      arrivals.map(({ reportId }) => reportId),
      arrivals.map(({ outcome }) => outcome),
      arrivals.map(({ reason }) => toColumn(reason)),
      arrivals.map(({ detail }) => toColumn(detail)),
      arrivals.map(({ path }) => toColumn(path)),
    ],
  );
}

function toColumn(text: string | null): string | null {
  return text === null ? null : toStorableText(text, TEXT_CHARS_MAX);
}

/** The outcomes known so far of these submissions, by submission and entry. */
export async function readArrivals(database: Queryable, submissionIds: readonly string[]): Promise<SavedArrival[]> {
  const rows = await database.query<ArrivalRow>(
    "SELECT * FROM arrivals WHERE submission_id = ANY($1) ORDER BY submission_id, entry",
    [submissionIds],
  );
  return rows.map(toArrival);
}

/** A submission as shown to its sender. */
export interface SubmissionStatus {
  readonly id: string;
  /** When its first outcome was saved. */
  readonly createdAt: Date;
  /** By position; never empty. */
  readonly arrivals: readonly SavedArrival[];
}

/** `null` for an unknown submission and for one without reports of this organization. */
export async function readSubmissionStatus(
  database: Queryable,
  organizationId: string,
  submissionId: string,
): Promise<SubmissionStatus | null> {
  const rows = await database.query<ArrivalRow>(
    "SELECT * FROM arrivals WHERE submission_id = $1 AND organization_id = $2 ORDER BY entry",
    [submissionId, organizationId],
  );
  const arrivals = rows.map(toArrival);
  const createdAt = arrivals.reduce((first, arrival) => Math.min(first, arrival.createdAt.getTime()), Infinity);
  return arrivals.length === 0 ? null : { id: submissionId, createdAt: new Date(createdAt), arrivals };
}

function toArrival(row: ArrivalRow): SavedArrival {
  return {
    submissionId: row.submission_id,
    entry: row.entry,
    organizationId: row.organization_id,
    domainId: row.domain_id,
    reportId: row.report_id,
    outcome: row.outcome,
    reason: row.reason,
    detail: row.detail,
    path: row.path,
    createdAt: row.created_at,
  };
}
