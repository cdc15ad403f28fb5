import type { Queryable } from "./database.ts";

export type LedgerState = "pending" | "stored";

/** What the ledger knows of a key. */
export interface KnownReport {
  readonly state: LedgerState;
  /** SHA-256 as 64 lower-case hex digits. */
  readonly contentHash: string;
  readonly submissionId: string;
  readonly entry: number;
}

/**
 * Looks up report keys, so that an obvious duplicate needs no way through the log. A hint only: `claimReports` decides.
 *
 * @returns the known ones by key
 */
export async function findKnownReports(
  database: Queryable,
  reportKeys: readonly string[],
): Promise<Map<string, KnownReport>> {
  const rows = await database.query<{
    report_key: string;
    state: LedgerState;
    content_hash: string;
    submission_id: string;
    entry: number;
  }>(
    `SELECT encode(l.report_key, 'hex') AS report_key, l.state, encode(l.content_hash, 'hex') AS content_hash,
       l.submission_id, l.entry
     FROM report_ledger l JOIN unnest($1::text[]) AS k (report_key) ON l.report_key = decode(k.report_key, 'hex')`,
    [[...new Set(reportKeys)]],
  );
  return new Map(
    rows.map((row) => [
      row.report_key,
      { state: row.state, contentHash: row.content_hash, submissionId: row.submission_id, entry: row.entry },
    ]),
  );
}

/** Where a stored report's rows are to be found. */
export interface LedgerEntry {
  readonly reportKey: string;
  readonly domainId: string;
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly storedAt: Date;
}

/** `null` for an unknown report, another organization's, and one that is not completely stored. */
export async function readLedger(
  database: Queryable,
  organizationId: string,
  reportId: string,
): Promise<LedgerEntry | null> {
  const [row] = await database.query<{ report_key: string; domain_id: string; day: string; stored_at: Date }>(
    `SELECT encode(report_key, 'hex') AS report_key, domain_id, day::text, stored_at FROM report_ledger
     WHERE organization_id = $1 AND report_id = $2 AND state = 'stored'`,
    [organizationId, reportId],
  );
  if (row === undefined) return null;
  return { reportKey: row.report_key, domainId: row.domain_id, day: row.day, storedAt: row.stored_at };
}
