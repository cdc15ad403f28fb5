import type { Database, Queryable } from "@ruaflow/postgres";

/** The ledger as a writer last compared it with the rows in ClickHouse. */
export interface ComparedLedger {
  /** The running database: a restart and a restore each give it another value. */
  readonly instance: string;
  /** The greatest attempt that the writer knows of. */
  readonly lastAttempt: bigint;
}

/** The ledger may have been replaced by an older one since it was compared: nothing was written, compare it again. */
export class LedgerReplacedError extends Error {
  override readonly name = "LedgerReplacedError";
  constructor() {
    super("PostgreSQL was restarted or restored; its ledger must be compared with ClickHouse again");
  }
}

/** An attempt and the state of the ledger that it works with. */
export interface DrawnAttempt {
  readonly attempt: bigint;
  /** Rows of attempts up to this one may be of reports that the ledger lost; 0: it never lost any. */
  readonly setBackAttempt: bigint;
  /** True while ClickHouse may have rows of reports that are not in the ledger. */
  readonly readsBack: boolean;
}

/**
 * SQL over `ledger_state`: the running database. A copy of it has another oid, a copied folder starts as another server, a dumped table
 * has another oid.
 */
export const INSTANCE = `concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()), tableoid,
  extract(epoch FROM pg_postmaster_start_time()))`;

interface StateRow {
  attempt: string;
  set_back_attempt: string;
  reads_back: boolean;
  instance: string;
}

/**
 * Draws the number of an attempt in its T1. The lock on the row lasts until the end of the transaction, so the attempts
 * are committed in the order of their numbers: a backup has the reports of an attempt if it has its number.
 *
 * @throws LedgerReplacedError
 */
export async function drawAttempt(transaction: Queryable, compared: ComparedLedger | null): Promise<DrawnAttempt> {
  const [row] = await transaction.query<StateRow>(
    `UPDATE ledger_state SET last_attempt = last_attempt + 1
     RETURNING last_attempt AS attempt, set_back_attempt, reads_back, ${INSTANCE} AS instance`,
  );
  if (row === undefined) throw new Error("the ledger has no state");
  const attempt = BigInt(row.attempt);
  if (compared !== null && (row.instance !== compared.instance || attempt <= compared.lastAttempt)) {
    throw new LedgerReplacedError();
  }
  return { attempt, setBackAttempt: BigInt(row.set_back_attempt), readsBack: row.reads_back };
}

/** Creates a number that is greater than those of all rows, for rows that are written once more. */
export async function createAttempt(database: Queryable): Promise<bigint> {
  return (await drawAttempt(database, null)).attempt;
}

/** Identifies the running database. Read it before reading the attempts of the rows. */
export async function readLedgerInstance(database: Queryable): Promise<string> {
  const [row] = await database.query<{ instance: string }>(`SELECT ${INSTANCE} AS instance FROM ledger_state`);
  if (row === undefined) throw new Error("the ledger has no state");
  return row.instance;
}

/**
 * Compares the greatest attempt of all rows with the last one of the ledger. A greater one shows that the ledger was set
 * back: from now on no attempt is used twice, and claims of reports that are not in the ledger are `forgotten`.
 *
 * @param greatestAttempt read after {@link readLedgerInstance}, so that no attempt of this ledger can be greater
 * @returns whether the ledger was set back, and no other call has found this yet
 */
export async function compareLedger(database: Queryable, greatestAttempt: bigint): Promise<boolean> {
  const rows = await database.query(
    `UPDATE ledger_state
     SET last_attempt = $1, set_back_attempt = $1, set_back_at = now(), reads_back = true
     WHERE last_attempt < $1 RETURNING 1`,
    [greatestAttempt],
  );
  return rows.length > 0;
}

/** When it was found that the ledger had been set back to an older state. */
export interface SetBack {
  /** The greatest attempt of all rows at that time. */
  readonly attempt: bigint;
  readonly at: Date;
}

/** `null` unless ClickHouse may have rows of reports that are not in the ledger. */
export async function readSetBack(database: Queryable): Promise<SetBack | null> {
  const [row] = await database.query<{ attempt: string; at: Date }>(
    "SELECT set_back_attempt AS attempt, set_back_at AS at FROM ledger_state WHERE reads_back",
  );
  return row === undefined ? null : { ...row, attempt: BigInt(row.attempt) };
}

/**
 * Claims of reports that are not in the ledger are `new` again. Call it once ClickHouse has no rows of such reports.
 *
 * @param setBack as it was before the rows were compared; when the ledger was set back again since then, nothing changes
 */
export async function endReadingBack(database: Queryable, setBack: SetBack): Promise<void> {
  await database.query("UPDATE ledger_state SET reads_back = false WHERE set_back_attempt = $1", [setBack.attempt]);
}

/** A report by its id, and the domain and day under which its rows are stored. */
export interface ReportPlace {
  readonly reportId: string;
  readonly domainId: string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
}

/**
 * Runs `work` with those of the reports that are not in the ledger. Until it resolves no report can be claimed, so nothing
 * writes rows of these reports meanwhile.
 */
export function whileUnclaimed<Place extends ReportPlace>(
  database: Database,
  reports: readonly Place[],
  work: (unknown: readonly Place[]) => Promise<void>,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.query("SELECT 1 FROM ledger_state FOR UPDATE");
    await work(await listUnknownReports(transaction, reports));
  });
}

/**
 * Those of the reports that are not in the ledger, or only under another place: a domain that was lost with a restore and
 * added again has another id. Left out are rows that are about to be removed: of displaced reports and deleted domains.
 */
export async function listUnknownReports<Place extends ReportPlace>(
  database: Queryable,
  reports: readonly Place[],
): Promise<Place[]> {
  const rows = await database.query<ReportPlace & Record<string, unknown>>(
    `SELECT report_id AS "reportId", domain_id AS "domainId", day::text FROM report_ledger WHERE report_id = ANY($1)
     UNION ALL SELECT report_id, domain_id, day::text FROM displaced_reports WHERE report_id = ANY($1)
     UNION ALL SELECT r.report_id, r.domain_id, r.day::text FROM unnest($1::text[], $2::text[], $3::date[])
       AS r (report_id, domain_id, day) JOIN domains ON domains.id = r.domain_id AND domains.status = 'deleting'`,
    [reports.map(({ reportId }) => reportId), reports.map(({ domainId }) => domainId), reports.map(({ day }) => day)],
  );
  const known = new Set(rows.map(toPlace));
  return reports.filter((report) => !known.has(toPlace(report)));
}

function toPlace({ reportId, domainId, day }: ReportPlace): string {
  return `${reportId} ${domainId} ${day}`;
}
