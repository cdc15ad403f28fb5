import { type CopySession, withCopySession } from "@ruaflow/postgres/copy";
import { DELETION_LOCK } from "../domains/domain-deletions.ts";
import { readMetadataMigrations } from "../migrations.ts";
import { BACKUP_LOCK } from "./locks.ts";
import { type OrganizationNumbers, readLedgerNumbers } from "./numbers.ts";
import { qualifiedTables, type SequenceValue, type TableColumns, toCopyTarget } from "./tables.ts";

/** A body outside PostgreSQL. */
export interface OutsideBody {
  readonly submissionId: string;
  /** URL of its store. */
  readonly store: string;
  readonly key: string;
}

/** The database as of one moment, whatever is written meanwhile. */
export interface DatabaseSnapshot {
  readonly takenAt: Date;
  readonly schemaVersion: number;
  /** Rows of later attempts belong to reports that were claimed after this moment. `null`: the schema is too old to tell. */
  readonly lastAttempt: bigint | null;
  /** Opens only with the secrets key of this database; `null`: no key was ever used. */
  readonly sealedCheck: Buffer | null;
  /** In the order in which they can be loaded. */
  readonly tables: readonly TableColumns[];
  /** Hands a table's rows to `consume`, as `COPY` writes them; resolves with their number. */
  copyTable(table: TableColumns, consume: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<number>;
  /** Read it after the tables: a sequence may run ahead of the rows, never behind them. */
  readSequences(): Promise<readonly SequenceValue[]>;
  readNumbers(): Promise<readonly OrganizationNumbers[]>;
  /** Those of the reports that are in the ledger, pending or stored. */
  findReports(reportIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of the domains that exist and are not being deleted. */
  findLivingDomains(domainIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** All bodies outside PostgreSQL, page by page. */
  listOutsideBodies(): AsyncIterable<readonly OutsideBody[]>;
}

export interface SnapshotOptions {
  /** Further tables of the database, qualified. */
  readonly tables: readonly string[];
}

/**
 * Runs `work` on a snapshot of the database. Meanwhile no deletion begins to remove rows of reports from ClickHouse, so
 * what the snapshot's ledger calls stored stays there; the call waits for a deletion that is under way.
 *
 * @throws MigrationError when the schema is newer than this program
 * @throws StoreUnavailableError
 */
export async function withDatabaseSnapshot<Result>(
  url: string,
  options: SnapshotOptions,
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  const { version } = await readMetadataMigrations(url);
  return withCopySession(url, async (session) => {
    // Session locks, before the snapshot: the first statement of the transaction takes it, also if that has to wait.
    for (const lock of [BACKUP_LOCK, DELETION_LOCK]) await session.query("SELECT pg_advisory_lock($1)", [lock]);
    await session.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const snapshot = await openSnapshot(session, { ...options, version });
    return work(snapshot);
  });
}

async function openSnapshot(
  session: CopySession,
  { version, tables: more }: SnapshotOptions & { readonly version: number },
): Promise<DatabaseSnapshot> {
  const tables = await readColumns(session, [...qualifiedTables, ...more]);
  const has = (table: string) => tables.some(({ name }) => name === `public.${table}`);
  const [moment] = await session.query<{ at: Date }>("SELECT now() AS at");
  const [state] = has("ledger_state")
    ? await session.query<{ last: string }>("SELECT last_attempt AS last FROM ledger_state")
    : [];
  const [check] = has("secrets_key_check")
    ? await session.query<{ sealed: Buffer }>("SELECT sealed FROM secrets_key_check")
    : [];
  return {
    takenAt: moment?.at ?? new Date(),
    schemaVersion: version,
    lastAttempt: state === undefined ? null : BigInt(state.last),
    sealedCheck: check?.sealed ?? null,
    tables,
    copyTable: (table, consume) => session.copyOut(`COPY ${toCopyTarget(table)} TO STDOUT`, consume),
    readSequences: () => readSequences(session, tables),
    readNumbers: () => readLedgerNumbers(session),
    findReports: (ids) => find(session, "SELECT report_id AS id FROM report_ledger WHERE report_id = ANY($1)", ids),
    findLivingDomains: (ids) =>
      find(session, "SELECT id FROM domains WHERE id = ANY($1) AND status <> 'deleting'", ids),
    listOutsideBodies: () => (has("body_objects") ? listOutsideBodies(session) : noBodies()),
  };
}

/** Those of the tables that exist, with the columns that can be written. */
async function readColumns(session: CopySession, names: readonly string[]): Promise<TableColumns[]> {
  return session.query<TableColumns>(
    `SELECT name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, position)
       JOIN pg_attribute ON attrelid = to_regclass(name) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY name, position ORDER BY position`,
    [names],
  );
}

function readSequences(session: CopySession, tables: readonly TableColumns[]): Promise<SequenceValue[]> {
  const schemas = [...new Set(tables.map(({ name }) => name.split(".")[0]))];
  return session.query<SequenceValue>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = ANY($1) ORDER BY name`,
    [schemas],
  );
}

async function find(session: CopySession, sql: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await session.query<{ id: string }>(sql, [ids])).map(({ id }) => id));
}

const BODIES_PER_PAGE = 1000;

async function* listOutsideBodies(session: CopySession): AsyncGenerator<readonly OutsideBody[]> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: OutsideBody[] = await session.query<OutsideBody & Record<string, unknown>>(
      `SELECT submission_id AS "submissionId", store, object_key AS key FROM body_objects
       WHERE submission_id > $1 AND NOT erasing ORDER BY submission_id LIMIT ${BODIES_PER_PAGE}`,
      [after],
    );
    if (page.length > 0) yield page;
    after = page.at(-1)?.submissionId;
  }
}

async function* noBodies(): AsyncGenerator<readonly OutsideBody[]> {}
