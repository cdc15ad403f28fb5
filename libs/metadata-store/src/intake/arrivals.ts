import { type Queryable, toStorableText } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import { type ReportProof, saveReportProofs, toProofJson } from "./report-proof.ts";

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
  /** The policy domain that the report states; absent: unchanged. */
  readonly domain?: string | null;
  readonly outcome: ArrivalOutcome;
  /** A stable code for programs. */
  readonly reason: string | null;
  /** For people; cut to 1,000 characters. */
  readonly detail: string | null;
  /** Where in the submission, such as `mail.eml/report.zip/report.xml`; cut to 1,000 characters. */
  readonly path: string | null;
  /** What the mail of the report proves; absent or `null`: unchanged. */
  readonly proof?: ReportProof | null;
}

export interface SavedArrival extends Omit<Arrival, "proof"> {
  readonly domain: string | null;
  /** `null`: it did not come by mail, or before this was kept. */
  readonly proof: ReportProof | null;
  readonly createdAt: Date;
}

interface ArrivalRow {
  submission_id: string;
  entry: number;
  organization_id: string | null;
  domain_id: string | null;
  report_id: string | null;
  domain: string | null;
  outcome: ArrivalOutcome;
  reason: string | null;
  detail: string | null;
  path: string | null;
  proof: ReportProof | null;
  created_at: Date;
}

const TEXT_CHARS_MAX = 1_000;
const REPLAYING = "replaying";

/** True for an outcome that never changes. `accepted` and `held` are replaced by a later outcome. */
export function isFinal(outcome: ArrivalOutcome): boolean {
  return outcome !== "accepted" && outcome !== "held";
}

/** Outcomes that a replay may replace: nothing of the report counts. */
const REPLAYABLE = "('refused', 'conflict', 'not-aggregate', 'dropped')";

/**
 * Saves the outcomes of reports. The first final outcome of a (submission, entry) stays, so that repeating changes nothing
 * and a late `accepted` does not overwrite `stored`; a repeated one is a report that came into the log anew. Two may get a
 * new one: a report that a store refused, once its message is replayed, and an entry between {@link beginReplay} and
 * {@link endReplay}. What an organization saw once it sees as long as no other one owns it.
 */
export async function saveArrivals(database: Queryable, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const input = toTable(arrivals, ARRIVAL_COLUMNS, { alias: "a" });
  const rows = await database.query<Pick<ArrivalRow, "submission_id" | "entry">>(
    `INSERT INTO arrivals (${arrivalColumns})
     SELECT DISTINCT ON (submission_id, entry) ${arrivalColumns} FROM ${input.sql} ORDER BY submission_id, entry
     ON CONFLICT (submission_id, entry) DO UPDATE
       SET organization_id = coalesce(excluded.organization_id, arrivals.organization_id), domain_id = excluded.domain_id, report_id = excluded.report_id,
         outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail, path = excluded.path,
         domain = coalesce(excluded.domain, arrivals.domain), proof = coalesce(excluded.proof, arrivals.proof),
         accepted_at = CASE WHEN excluded.outcome = 'accepted' THEN now() END
       WHERE arrivals.outcome = 'accepted' OR (arrivals.outcome = 'held' AND excluded.outcome <> 'held')
         OR (arrivals.outcome = 'refused' AND arrivals.reason = '${REPLAYING}')
         OR (arrivals.outcome = 'refused' AND arrivals.reason IN ('refused', 'unsettled')
           AND excluded.outcome IN ('stored', 'duplicate', 'conflict', 'dropped'))
     RETURNING submission_id, entry`,
    input.values,
  );
  // An outcome that comes too late to be saved brings a proof all the same.
  const saved = new Set(rows.map(({ submission_id, entry }) => `${submission_id} ${entry}`));
  await saveReportProofs(
    database,
    arrivals.filter(({ submissionId, entry }) => !saved.has(`${submissionId} ${entry}`)),
  );
}

const ARRIVAL_COLUMNS: readonly Column<Arrival>[] = [
  ["submission_id", "text", ({ submissionId }) => submissionId],
  ["entry", "int", ({ entry }) => entry],
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["domain_id", "text", ({ domainId }) => domainId],
  ["report_id", "text", ({ reportId }) => reportId],
  ["outcome", "text", ({ outcome }) => outcome],
  ["reason", "text", ({ reason }) => toColumn(reason)],
  ["detail", "text", ({ detail }) => toColumn(detail)],
  ["path", "text", ({ path }) => toColumn(path)],
  ["domain", "text", ({ domain = null }) => toColumn(domain)],
  ["proof", "jsonb", ({ proof }) => (proof ? toProofJson(proof) : null)],
];

const arrivalColumns = ARRIVAL_COLUMNS.map(([name]) => name).join(", ");

function toColumn(text: string | null): string | null {
  return text === null ? null : toStorableText(text, TEXT_CHARS_MAX);
}

/**
 * Opens the entries of a submission that do not count, so that a new reading may give them another outcome. Until then
 * they are `refused` with the reason `replaying`: a replay that dies leaves them where refused ones are looked for.
 */
export async function beginReplay(database: Queryable, submissionId: string): Promise<void> {
  await database.query(
    `UPDATE arrivals SET outcome = 'refused', reason = '${REPLAYING}', detail = $2
     WHERE submission_id = $1 AND outcome IN ${REPLAYABLE}`,
    [submissionId, "The submission is being read again, or that was interrupted: replay it again."],
  );
}

/** Forgets the opened entries that the new reading did not find. */
export async function endReplay(database: Queryable, submissionId: string): Promise<void> {
  await database.query(
    `DELETE FROM arrivals WHERE submission_id = $1 AND outcome = 'refused' AND reason = '${REPLAYING}'`,
    [submissionId],
  );
}

/** The outcomes known so far of these submissions, by submission and entry. */
export async function readArrivals(database: Queryable, submissionIds: readonly string[]): Promise<SavedArrival[]> {
  const rows = await database.query<ArrivalRow>(
    "SELECT * FROM arrivals WHERE submission_id = ANY($1) ORDER BY submission_id, entry",
    [submissionIds],
  );
  return rows.map(toArrival);
}

/** What became of an entry once its report was written, or could not be. */
export type WrittenArrival = Pick<Arrival, "submissionId" | "entry" | "outcome" | "reason" | "detail">;

/**
 * The outcomes of these submissions' entries that no longer wait in the log, in any order: cheap to ask for again and again, one by one
 * through the index, as `findSiblings` does.
 */
export function readWrittenArrivals(database: Queryable, submissionIds: readonly string[]): Promise<WrittenArrival[]> {
  return database.query<WrittenArrival>(
    `SELECT submission_id AS "submissionId", entry, outcome, reason, detail FROM unnest($1::text[]) AS wanted (id),
       LATERAL (SELECT * FROM arrivals WHERE submission_id = wanted.id OFFSET 0) AS a
     WHERE outcome <> 'accepted'`,
    [submissionIds],
  );
}

/** The outcomes of a submission's entries that belong to the organization, by position. */
export async function readOwnArrivals(
  database: Queryable,
  organizationId: string,
  submissionId: string,
): Promise<SavedArrival[]> {
  const rows = await database.query<ArrivalRow>(
    "SELECT * FROM arrivals WHERE submission_id = $1 AND organization_id = $2 ORDER BY entry",
    [submissionId, organizationId],
  );
  return rows.map(toArrival);
}

function toArrival(row: ArrivalRow): SavedArrival {
  return {
    submissionId: row.submission_id,
    entry: row.entry,
    organizationId: row.organization_id,
    domainId: row.domain_id,
    reportId: row.report_id,
    domain: row.domain,
    outcome: row.outcome,
    reason: row.reason,
    detail: row.detail,
    path: row.path,
    proof: row.proof,
    createdAt: row.created_at,
  };
}
