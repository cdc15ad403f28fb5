import type { Queryable } from "@ruaflow/postgres";
import type { Trust } from "@ruaflow/report";
import type { ContentHashes } from "@ruaflow/report/content";
import { toReportId } from "@ruaflow/report/identity";
import { selectHashes } from "../identity/content-hashes.ts";
import { type ListedRange, listedInLedger } from "./listed-days.ts";

/** A report that lists show, with what its rows in ClickHouse have to say. */
export interface ListedReport extends ContentHashes {
  readonly reportId: string;
  readonly domainId: string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  /** SHA-256 as 64 lower-case hex digits. */
  readonly reportKey: string;
  readonly records: number;
  readonly messages: number;
  /** The hash of its rows when they were verified; `null`: they were not yet, or in another form. */
  readonly rowsHash: bigint | null;
  readonly begin: Date;
  readonly end: Date;
  readonly passed: number;
  readonly trust: Trust;
  readonly trustReason: string | null;
  readonly submissionId: string;
  readonly entry: number;
  /** The organizational domain that vouches for it; `null`: none does, or an earlier release stored it. */
  readonly vouchedBy: string | null;
}

type Row = Omit<ListedReport, "rowsHash"> & { readonly rowsHash: string | null };

const columns = (hashForm: string) => `l.report_id AS "reportId", s.domain_id AS "domainId", s.day::text,
  encode(l.report_key, 'hex') AS "reportKey", ${selectHashes("l")},
  l.expected_records::float8 AS records, l.expected_messages::float8 AS messages,
  CASE WHEN l.rows_hash_form = ${hashForm} THEN l.rows_hash END::text AS "rowsHash",
  s.period_begin AS begin, s.period_end AS end, s.passed, s.trust,
  s.trust_reason AS "trustReason", l.submission_id AS "submissionId", l.entry, l.vouched_by AS "vouchedBy"`;

/** The reports of some days. */
export async function listListedReports(
  database: Queryable,
  organizationId: string,
  { firstDay, lastDay, hashForm }: ListedRange,
): Promise<ListedReport[]> {
  const sql = `SELECT ${columns("$4")} FROM ${listedInLedger} AND s.day BETWEEN $2::date AND $3::date`;
  return toReports(await database.query<Row>(sql, [organizationId, firstDay, lastDay, hashForm]));
}

/** Those of the reports that lists still show. */
export async function findListedReports(
  database: Queryable,
  organizationId: string,
  { reportIds, days, hashForm }: Pick<ListedRange, "hashForm"> & ReportsOfDays,
): Promise<ListedReport[]> {
  const sql = `SELECT ${columns("$4")} FROM ${listedInLedger} AND s.report_id = ANY($2) AND s.day = ANY($3::date[])`;
  return toReports(await database.query<Row>(sql, [organizationId, reportIds, days, hashForm]));
}

/** Reports, and the UTC days that they are among: lists have no index of ids. */
export interface ReportsOfDays {
  readonly reportIds: readonly string[];
  readonly days: readonly string[];
}

function toReports(rows: readonly Row[]): ListedReport[] {
  return rows.map(({ rowsHash, ...row }) => ({ ...row, rowsHash: rowsHash === null ? null : BigInt(rowsHash) }));
}

/** The hash of a report's rows, which were found right. */
export interface VerifiedRows {
  /** SHA-256 as 64 lower-case hex digits. */
  readonly reportKey: string;
  readonly hash: bigint;
}

/** Saves hashes, some thousand at a time. Locks in the order of the keys, as all writers do, which prevents deadlocks. */
export async function saveRowsHashes(
  database: Queryable,
  hashForm: number,
  verified: readonly VerifiedRows[],
): Promise<void> {
  for (let start = 0; start < verified.length; start += SAVED_TOGETHER) {
    const some = verified.slice(start, start + SAVED_TOGETHER);
    await database.query(
      `WITH verified AS (
         SELECT * FROM unnest($1::text[], $2::bigint[]) AS v (report_id, rows_hash)
       ), locked AS (
         SELECT report_id FROM report_ledger WHERE report_id = ANY($1) ORDER BY report_key FOR UPDATE
       )
       UPDATE report_ledger l SET rows_hash = v.rows_hash, rows_hash_form = $3
       FROM verified v JOIN locked USING (report_id) WHERE l.report_id = v.report_id AND l.state = 'stored'`,
      [some.map(({ reportKey }) => toReportId(reportKey)), some.map(({ hash }) => String(hash)), hashForm],
    );
  }
}

const SAVED_TOGETHER = 1000;
