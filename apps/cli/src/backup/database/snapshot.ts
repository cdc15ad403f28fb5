import { readMetadataMigrations } from "@ruaflow/metadata-store";
import {
  findLivingDomains,
  findReports,
  holdRemovals,
  listOutsideBodies,
  type OrganizationNumbers,
  type OutsideBody,
  readLastAttempt,
  readLedgerNumbers,
  readSealedCheck,
} from "@ruaflow/metadata-store/backup";
import { type CopySession, withCopySession } from "@ruaflow/postgres/copy";
import { qualifiedTables, type SequenceValue, type TableColumns, toCopyTarget } from "./tables.ts";

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
  findReports(reportIds: readonly string[]): Promise<ReadonlySet<string>>;
  findLivingDomains(domainIds: readonly string[]): Promise<ReadonlySet<string>>;
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
    await holdRemovals(session);
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
  return {
    takenAt: moment?.at ?? new Date(),
    schemaVersion: version,
    lastAttempt: has("ledger_state") ? await readLastAttempt(session) : null,
    sealedCheck: has("secrets_key_check") ? await readSealedCheck(session) : null,
    tables,
    copyTable: (table, consume) => session.copyOut(`COPY ${toCopyTarget(table)} TO STDOUT`, consume),
    readSequences: () => readSequences(session, tables),
    readNumbers: () => readLedgerNumbers(session),
    findReports: (ids) => findReports(session, ids),
    findLivingDomains: (ids) => findLivingDomains(session, ids),
    listOutsideBodies: () => (has("body_objects") ? listOutsideBodies(session) : noBodies()),
  };
}

/** Those of the tables that exist, with the columns that can be written. */
async function readColumns(session: CopySession, names: readonly string[]): Promise<TableColumns[]> {
  return session.query<TableColumns & Record<string, unknown>>(
    `SELECT name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, position)
       JOIN pg_attribute ON attrelid = to_regclass(name) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY name, position ORDER BY position`,
    [names],
  );
}

function readSequences(session: CopySession, tables: readonly TableColumns[]): Promise<SequenceValue[]> {
  const schemas = [...new Set(tables.map(({ name }) => name.split(".")[0]))];
  return session.query<SequenceValue & Record<string, unknown>>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = ANY($1) ORDER BY name`,
    [schemas],
  );
}

async function* noBodies(): AsyncGenerator<readonly OutsideBody[]> {}
