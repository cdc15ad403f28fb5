import type { Queryable } from "@ruaflow/postgres";
import type { Channel } from "@ruaflow/report";
import type { ContentHashes } from "@ruaflow/report/content";
import { toReportId } from "@ruaflow/report/identity";
import { hasBody } from "../../intake/body-objects.ts";
import { selectHashes } from "../identity/content-hashes.ts";
import { isAlive } from "../living-domains.ts";

export type LedgerState = "pending" | "stored";

/** The ledger's entry for a key. */
export interface KnownReport extends ContentHashes {
  readonly state: LedgerState;
  readonly submissionId: string;
  readonly entry: number;
  /** The last attempt that owned the report. */
  readonly attempt: bigint;
  /** True when the ledger had been set back before the report was first claimed: earlier rows of it may exist. */
  readonly forgotten: boolean;
}

interface LedgerRow {
  report_key: string;
  state: LedgerState;
  contentHash: string;
  newerHashes: string[];
  submission_id: string;
  entry: number;
  attempt: string;
  forgotten: boolean;
}

/**
 * The ledger has no index of keys: an id is the beginning of a key, so the index of ids finds both. Compares with one array: unlike
 * a join, that is fast even before PostgreSQL has statistics of a new table.
 */
const selectKnown = `SELECT encode(report_key, 'hex') AS report_key, state, ${selectHashes("report_ledger")},
  submission_id, entry, attempt, forgotten FROM report_ledger WHERE report_id = ANY($1)`;

/**
 * Looks up report keys, so that an obvious duplicate need not pass through the log. Only a hint: `claimReports` decides.
 *
 * @param reportKeys SHA-256 as 64 lower-case hex digits
 * @returns the known ones by key
 */
export async function findKnownReports(
  database: Queryable,
  reportKeys: readonly string[],
): Promise<Map<string, KnownReport>> {
  return toMap(await database.query<LedgerRow>(selectKnown, [reportKeys.map(toReportId)]));
}

/** Where the report with this id was found; `null`: the ledger does not have it. */
export async function findSubmission(
  database: Queryable,
  reportId: string,
): Promise<{ readonly submissionId: string; readonly entry: number } | null> {
  const [row] = await database.query<{ submission_id: string; entry: number }>(
    "SELECT submission_id, entry FROM report_ledger WHERE report_id = $1",
    [reportId],
  );
  return row === undefined ? null : { submissionId: row.submission_id, entry: row.entry };
}

/** Reads and locks in the order of the keys, as all writers do, which prevents deadlocks. */
export async function lockKnownReports(
  transaction: Queryable,
  reportKeys: readonly string[],
): Promise<Map<string, KnownReport>> {
  if (reportKeys.length === 0) return new Map();
  const sql = `${selectKnown} ORDER BY report_ledger.report_key FOR UPDATE`;
  return toMap(await transaction.query<LedgerRow>(sql, [reportKeys.map(toReportId)]));
}

function toMap(rows: readonly LedgerRow[]): Map<string, KnownReport> {
  return new Map(
    rows.map((row) => [
      row.report_key,
      {
        state: row.state,
        contentHash: row.contentHash,
        newerHashes: row.newerHashes,
        submissionId: row.submission_id,
        entry: row.entry,
        attempt: BigInt(row.attempt),
        forgotten: row.forgotten,
      },
    ]),
  );
}

/** Where to find a stored report's rows. */
export interface LedgerEntry {
  readonly reportKey: string;
  readonly domainId: string;
  /** Its domain's name. */
  readonly domain: string;
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  /** Number of records. */
  readonly records: number;
  readonly storedAt: Date;
  /** The organizational domain that vouches for it; `null`: none does, or an earlier release stored it. */
  readonly reporterDomain: string | null;
  /** UTC date, since when the organization gets reports that count from this domain; `null`: there was none. */
  readonly reporterSince: string | null;
  /** Where its XML is; `null` when the bytes of its submission are not kept. */
  readonly raw: RawPlace | null;
}

/** A document in a submission whose bytes are kept. */
export interface RawPlace {
  readonly submissionId: string;
  readonly entry: number;
  readonly channel: Channel;
  /** Of the submission, hexadecimal. */
  readonly sha256: string;
}

/** `null` when the organization has no such report, it is not completely stored, or its domain is being deleted. */
export async function readLedger(
  database: Queryable,
  organizationId: string,
  reportId: string,
): Promise<LedgerEntry | null> {
  const [entry] = await database.query<LedgerEntry & Record<string, unknown>>(
    `SELECT encode(report_key, 'hex') AS "reportKey", domain_id AS "domainId", d.name AS domain, day::text,
       expected_records::integer AS records, stored_at AS "storedAt", vouched_by AS "reporterDomain",
       (SELECT first_day::text FROM reporters r WHERE r.organization_id = l.organization_id
         AND r.reporter_domain = l.vouched_by) AS "reporterSince",
       (SELECT json_build_object('submissionId', s.id, 'entry', l.entry, 'channel', s.channel,
           'sha256', encode(s.sha256, 'hex'))
         FROM submissions s WHERE s.id = l.submission_id AND s.body_kept AND ${hasBody("s.id")}) AS raw
     FROM report_ledger l JOIN domains d ON d.id = l.domain_id AND d.${isAlive}
     WHERE l.organization_id = $1 AND report_id = $2 AND state = 'stored'`,
    [organizationId, reportId],
  );
  return entry ?? null;
}
