import { type Arrival, saveArrivals } from "./arrivals.ts";
import type { Database, Queryable } from "./database.ts";

/** A report whose rows are all stored. */
export interface ReportCompletion {
  /** SHA-256 as 64 lower-case hex digits. */
  readonly reportKey: string;
  /** Its arrival, with outcome `stored`. */
  readonly arrival: Arrival;
}

/**
 * T2 of storing a batch, one transaction: the claimed reports become `stored`, which makes them visible, and what became
 * of every report of the batch is written down. Repeating it changes nothing.
 *
 * @param batch.completions reports whose rows are stored
 * @param batch.arrivals of the other reports of the batch, such as duplicates and conflicts
 * @returns keys that another attempt has taken over meanwhile: nothing was written for them, claim them again
 */
export async function completeReports(
  database: Database,
  attempt: bigint,
  batch: { readonly completions: readonly ReportCompletion[]; readonly arrivals: readonly Arrival[] },
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    const stored = await saveStored(transaction, attempt, batch.completions);
    const missed = batch.completions.filter(({ reportKey }) => !stored.has(reportKey));
    for (const key of await findStoredBefore(transaction, missed)) stored.add(key);
    const arrivals = batch.completions.filter(({ reportKey }) => stored.has(reportKey)).map(({ arrival }) => arrival);
    await saveArrivals(transaction, [...arrivals, ...batch.arrivals]);
    // Outgoing events of the reports in `stored` join this transaction here: no event without data, no data without event.
    return missed.map(({ reportKey }) => reportKey).filter((key) => !stored.has(key));
  });
}

async function saveStored(
  transaction: Queryable,
  attempt: bigint,
  completions: readonly ReportCompletion[],
): Promise<Set<string>> {
  if (completions.length === 0) return new Set();
  const rows = await transaction.query<{ report_key: string }>(
    `WITH locked AS (
       SELECT l.report_key FROM report_ledger l
       JOIN unnest($2::text[]) AS k (report_key) ON l.report_key = decode(k.report_key, 'hex')
       WHERE l.state = 'pending' AND l.attempt = $1
       ORDER BY l.report_key FOR UPDATE OF l
     )
     UPDATE report_ledger l SET state = 'stored', stored_at = now() FROM locked
     WHERE l.report_key = locked.report_key RETURNING encode(l.report_key, 'hex') AS report_key`,
    [attempt, completions.map(({ reportKey }) => reportKey)],
  );
  return new Set(rows.map(({ report_key }) => report_key));
}

/** Keys that the same submission and entry has stored already: by this attempt when its answer was lost, or by another. */
async function findStoredBefore(transaction: Queryable, completions: readonly ReportCompletion[]): Promise<string[]> {
  if (completions.length === 0) return [];
  const rows = await transaction.query<{ report_key: string }>(
    `SELECT c.report_key FROM unnest($1::text[], $2::text[], $3::int[]) AS c (report_key, submission_id, entry)
     JOIN report_ledger l ON l.report_key = decode(c.report_key, 'hex')
     WHERE l.state = 'stored' AND l.submission_id = c.submission_id AND l.entry = c.entry`,
    [
      completions.map(({ reportKey }) => reportKey),
      completions.map(({ arrival }) => arrival.submissionId),
      completions.map(({ arrival }) => arrival.entry),
    ],
  );
  return rows.map(({ report_key }) => report_key);
}
