import type { Queryable } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage, toLimitAndOffset } from "@ruaflow/postgres/page";
import type { Channel } from "@ruaflow/report";
import type { ArrivalOutcome } from "./arrivals.ts";
import { hasBody } from "./body-objects.ts";
import { type SubmissionState, submissionStateSql, toOutcomeList } from "./submission-state.ts";

/** What is recorded of a submission, seen by one organization or by the operator. */
export interface SubmissionSummary {
  readonly id: string;
  readonly state: SubmissionState;
  /** Whose it is, by its channel or its first report; `null` when unknown. */
  readonly organizationId: string | null;
  /** The facts of the transfer; `null` for a submission of a release that did not record them. */
  readonly channel: Channel | null;
  readonly name: string | null;
  readonly receivedAt: Date;
  readonly sizeBytes: number | null;
  /** Hexadecimal; `null` when the body exceeded the limit and was not read to its end. */
  readonly sha256: string | null;
  /** Whether the bytes can still be read. */
  readonly bodyKept: boolean;
  /** Entries by outcome, the most frequent first. */
  readonly outcomes: readonly OutcomeCount[];
}

export interface OutcomeCount {
  readonly outcome: ArrivalOutcome;
  readonly reason: string | null;
  readonly entries: number;
}

/** Which submissions a list shows. */
export interface SubmissionFilter {
  readonly state?: SubmissionState;
  readonly channel?: Channel;
  /** Only submissions with a report for one of these domains. */
  readonly domainIds?: readonly string[];
  /** Policy domain as the report states it, lower-case A-label. */
  readonly domain?: string;
  /** Only submissions with an entry that has this reason: `tls-report`, `unknown-domain`. */
  readonly reason?: string;
  /** Received at this time or later. */
  readonly since?: Date;
  /** Received before this time. */
  readonly until?: Date;
}

interface SummaryRow extends Omit<SubmissionSummary, "outcomes" | "sizeBytes"> {
  size_bytes: string | null;
}

/**
 * The submissions with entries of an organization, newest first. Only these entries decide on the state and are counted.
 *
 * @param organizationId `null` lists for the operator: every submission with all its entries
 */
export async function listSubmissions(
  database: Queryable,
  organizationId: string | null,
  options: SubmissionFilter & PageRequest,
): Promise<Page<SubmissionSummary>> {
  const { page, perPage, ...filter } = options;
  if (organizationId !== null && Object.values(filter).every((value) => value === undefined))
    return listAllSubmissions(database, organizationId, { page, perPage });
  const { from, values } = selectSubmissions(organizationId, options);
  const list = { columns: summaryColumns, from, order: "found.created_at DESC, found.submission_id DESC", values };
  const { items, total } = await readPage<SummaryRow>(database, list, options);
  return { items: await addOutcomes(database, organizationId, items), total };
}

/** SQL: of a submission's entries that belong to the organization `$1`, the arrival `a` is the first. */
const isFirst = (before: string) =>
  `NOT EXISTS (SELECT 1 FROM arrivals b WHERE b.submission_id = a.submission_id AND b.organization_id = $1 AND ${before})`;

/** Without a filter the index of arrivals has the order, and only the submissions of the page are grouped. */
async function listAllSubmissions(
  database: Queryable,
  organizationId: string,
  request: PageRequest,
): Promise<Page<SubmissionSummary>> {
  const [rows, counts] = await Promise.all([
    database.query<SummaryRow>(
      `SELECT ${summaryColumns} FROM (
         SELECT submission_id, min(created_at) AS created_at, ${submissionStateSql} AS state FROM arrivals
         WHERE organization_id = $1 AND submission_id = ANY(ARRAY(
           SELECT submission_id FROM arrivals a
           WHERE organization_id = $1 AND ${isFirst("(b.created_at, b.entry) < (a.created_at, a.entry)")}
           ORDER BY created_at DESC, submission_id DESC LIMIT $2 OFFSET $3
         )) GROUP BY submission_id
       ) AS found LEFT JOIN submissions s ON s.id = found.submission_id
       ORDER BY found.created_at DESC, found.submission_id DESC`,
      [organizationId, ...toLimitAndOffset(request)],
    ),
    // Most submissions have one entry: the index alone answers.
    database.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM arrivals a
       WHERE organization_id = $1 AND (entry = 0 OR ${isFirst("b.entry < a.entry")})`,
      [organizationId],
    ),
  ]);
  return { items: await addOutcomes(database, organizationId, rows), total: counts[0]?.total ?? 0 };
}

/**
 * SQL from `FROM` on, with its parameters: the submissions `found` with their state, and the row `s` of each.
 *
 * @param organizationId `null`: every submission with all its entries
 * @param entriesMax reads only so many of the entries that fit, the newest first; absent: all
 */
export function selectSubmissions(organizationId: string | null, filter: SubmissionFilter, entriesMax?: number) {
  const { state, channel = null, domainIds = null, domain = null, reason = null } = filter;
  const { since = null, until = null } = filter;
  const { ofOwner, values: owner } = toOwner(organizationId);
  // Narrows the list by an index before anything is grouped: what needs attention is rare.
  const ofState = state === undefined ? "" : `AND outcome IN ${toOutcomeList(state)}`;
  const newest = entriesMax === undefined ? "" : ` ORDER BY created_at DESC LIMIT ${entriesMax}`;
  const from = `(
      SELECT submission_id, min(created_at) AS created_at, count(*) AS entries, ${submissionStateSql} AS state FROM arrivals
      WHERE ${ofOwner} AND submission_id IN (
        SELECT submission_id FROM arrivals WHERE ${ofOwner} ${ofState}
          AND created_at >= coalesce($2::timestamptz, '-infinity') AND created_at < coalesce($3::timestamptz, 'infinity')
          AND ($4::text[] IS NULL OR domain_id = ANY($4)) AND ($5::text IS NULL OR domain = $5)
          AND ($8::text IS NULL OR reason = $8)${newest}
      ) GROUP BY submission_id
    ) AS found LEFT JOIN submissions s ON s.id = found.submission_id
    WHERE ($6::text IS NULL OR s.channel = $6) AND ($7::text IS NULL OR found.state = $7)`;
  const values: readonly unknown[] = [...owner, since, until, domainIds, domain, channel, state ?? null, reason];
  return { from, values };
}

/** `null` for an unknown submission and for one without entries of this organization. */
export async function readSubmission(
  database: Queryable,
  organizationId: string | null,
  submissionId: string,
): Promise<SubmissionSummary | null> {
  const { ofOwner, values } = toOwner(organizationId);
  const rows = await database.query<SummaryRow>(
    `SELECT ${summaryColumns} FROM (
       SELECT submission_id, min(created_at) AS created_at, ${submissionStateSql} AS state FROM arrivals
       WHERE ${ofOwner} AND submission_id = $2 GROUP BY submission_id
     ) AS found LEFT JOIN submissions s ON s.id = found.submission_id`,
    [...values, submissionId],
  );
  return (await addOutcomes(database, organizationId, rows))[0] ?? null;
}

/** True when every entry of the submission belongs to the organization: only then may it have the whole. */
export async function isOwnSubmission(
  database: Queryable,
  organizationId: string,
  submissionId: string,
): Promise<boolean> {
  const [row] = await database.query<{ own: boolean | null }>(
    "SELECT bool_and(organization_id IS NOT DISTINCT FROM $1) AS own FROM arrivals WHERE submission_id = $2",
    [organizationId, submissionId],
  );
  return row?.own ?? false;
}

const summaryColumns = `found.submission_id AS id, found.state, s.organization_id AS "organizationId", s.channel, s.name, s.size_bytes,
  coalesce(s.received_at, found.created_at) AS "receivedAt", encode(s.sha256, 'hex') AS sha256,
  coalesce(s.body_kept, false) AND ${hasBody("s.id")} AS "bodyKept"`;

/** `$1` is used either way, so that the positions of the other parameters do not depend on it. */
export function toOwner(organizationId: string | null) {
  const ofOwner = organizationId === null ? "$1::text IS NULL" : "organization_id = $1";
  return { ofOwner, values: [organizationId] };
}

async function addOutcomes(
  database: Queryable,
  organizationId: string | null,
  rows: readonly SummaryRow[],
): Promise<SubmissionSummary[]> {
  const { ofOwner, values } = toOwner(organizationId);
  const counts = await database.query<OutcomeCount & { id: string }>(
    `SELECT submission_id AS id, outcome, reason, count(*)::int AS entries FROM arrivals
     WHERE ${ofOwner} AND submission_id = ANY($2) GROUP BY submission_id, outcome, reason
     ORDER BY entries DESC, outcome, reason`,
    [...values, rows.map(({ id }) => id)],
  );
  const bySubmission = Map.groupBy(counts, ({ id }) => id);
  return rows.map(({ size_bytes, ...row }) => ({
    ...row,
    sizeBytes: size_bytes === null ? null : Number(size_bytes),
    outcomes: (bySubmission.get(row.id) ?? []).map(({ outcome, reason, entries }) => ({ outcome, reason, entries })),
  }));
}
