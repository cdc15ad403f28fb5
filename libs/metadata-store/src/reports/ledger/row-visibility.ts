import type { Database, Queryable } from "@ruaflow/postgres";

/** Which rows in ClickHouse belong to visible reports, as of one moment: all that none of these conditions hides. */
export interface RowVisibility {
  /** The greatest wins: a greater version describes a later moment. */
  readonly version: bigint;
  /** Rows of later attempts are hidden. */
  readonly attempt: bigint;
  /** Rows of these attempts are hidden. */
  readonly hiddenAttempts: readonly bigint[];
  /** Rows of these reports are hidden. */
  readonly hiddenReports: readonly string[];
  /** Organizations that count reports whose sender is not proven. */
  readonly countingOrganizations: readonly string[];
}

/**
 * Reads which rows are visible now, as the next version.
 *
 * @param published what ClickHouse has; its version may be ahead of PostgreSQL's, which may be restored from a backup
 * @returns `null` when nothing has changed since `published`
 */
export async function readRowVisibility(database: Database, published: RowVisibility): Promise<RowVisibility | null> {
  return database.transaction(async (transaction) => {
    // The lock first, then the snapshot of the next statement: versions are in the order of their snapshots.
    const [last] = await transaction.query<{ version: string }>("SELECT version FROM row_visibility FOR UPDATE");
    const lastVersion = BigInt(last?.version ?? 0);
    const current = await readSnapshot(transaction);
    if (lastVersion === published.version && isEqual(current, published)) return null;
    const version = (lastVersion > published.version ? lastVersion : published.version) + 1n;
    await transaction.query("UPDATE row_visibility SET version = $1", [version]);
    return { version, ...current };
  });
}

type Snapshot = Omit<RowVisibility, "version">;

interface SnapshotRow {
  attempt: string;
  hidden_attempts: string[];
  hidden_reports: string[];
  counting_organizations: string[];
}

/**
 * Attempts are committed in the order of their numbers, so every attempt up to the last one has its reports in the ledger.
 * An attempt is hidden as a whole while none of its reports is stored. Otherwise its pending reports are hidden one by one,
 * which costs readers more: that is rare, for T2 mostly stores all reports of an attempt at once.
 */
const snapshotQuery = `WITH open AS (
    SELECT attempt, cardinality(report_ids) AS claimed, ARRAY(
      SELECT report_id FROM report_ledger WHERE report_id = ANY(report_ids) AND state = 'pending'
    ) AS pending FROM open_attempts
  ), closed AS (
    DELETE FROM open_attempts WHERE attempt IN (SELECT attempt FROM open WHERE cardinality(pending) = 0)
  ), whole AS (
    SELECT attempt FROM open WHERE attempt > 0 AND cardinality(pending) = claimed
  )
  SELECT last_attempt AS attempt,
    ARRAY(SELECT attempt::text FROM whole ORDER BY whole.attempt) AS hidden_attempts,
    ARRAY(
      SELECT unnest(pending) FROM open WHERE attempt NOT IN (SELECT attempt FROM whole)
      UNION SELECT report_id FROM displaced_reports ORDER BY 1
    ) AS hidden_reports,
    ARRAY(SELECT id FROM organizations WHERE count_unauthenticated ORDER BY id) AS counting_organizations
  FROM ledger_state`;

/** Also forgets attempts whose reports are all stored. */
async function readSnapshot(transaction: Queryable): Promise<Snapshot> {
  const [row] = await transaction.query<SnapshotRow & Record<string, unknown>>(snapshotQuery);
  if (row === undefined) throw new Error("the ledger has no state");
  return {
    attempt: BigInt(row.attempt),
    hiddenAttempts: row.hidden_attempts.map(BigInt),
    hiddenReports: row.hidden_reports,
    countingOrganizations: row.counting_organizations,
  };
}

function isEqual(one: Snapshot, other: Snapshot): boolean {
  return (
    one.attempt === other.attempt &&
    isSameList(one.hiddenAttempts, other.hiddenAttempts) &&
    isSameList(one.hiddenReports, other.hiddenReports) &&
    isSameList(one.countingOrganizations, other.countingOrganizations)
  );
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
