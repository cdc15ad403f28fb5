import { migrateMetadata } from "@ruaflow/metadata-store";
import { hasData, moveBodies, readLedgerNumbers, SEQUENCES, TABLES } from "@ruaflow/metadata-store/backup";
import {
  beginMigrations,
  type CopySession,
  markLoaded,
  type RestoreMark,
  readRestoreMark,
  removeRestoreMark,
  withCopySession,
} from "@ruaflow/postgres/copy";
import { quoteTable, type SequenceValue, type TableColumns, toCopyTarget } from "./tables.ts";

/**
 * What a database is to a restore.
 *
 * - `empty`: without organizations and submissions
 * - `used`: has data
 * - `unfinished`: the restore of a backup was interrupted
 */
export type RestoreTarget = { readonly state: "empty" | "used" } | ({ readonly state: "unfinished" } & RestoreMark);

/** Reads the state of a database without changing anything. */
export function readRestoreTarget(url: string): Promise<RestoreTarget> {
  return withCopySession(url, async (session) => {
    const mark = await readRestoreMark(session);
    if (mark !== null) return { state: "unfinished", ...mark };
    return { state: (await hasData(session)) ? "used" : "empty" };
  });
}

export interface BeginOptions {
  readonly backupId: string;
  /** The schema that the backup was made from. */
  readonly schemaVersion: number;
  /** Schemas to be dropped beside the tables of the metadata store. */
  readonly schemas: readonly string[];
}

/**
 * Drops all tables of the product and creates those of the backup's schema, empty. From now on, until `finishRestore`, no
 * app starts on the database. May be repeated.
 */
export async function beginRestore(url: string, { backupId, schemaVersion, schemas }: BeginOptions): Promise<void> {
  await withCopySession(url, async (session) => {
    await session.query("BEGIN");
    await session.query(`DROP TABLE IF EXISTS ${TABLES.all.join(", ")} CASCADE`);
    await session.query(`DROP SEQUENCE IF EXISTS ${SEQUENCES.join(", ")}`);
    for (const schema of schemas) await session.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await beginMigrations(session, backupId);
    await session.query("COMMIT");
  });
  await migrateMetadata(url, { upTo: schemaVersion, isRestoring: true });
}

/** The rows of a table, as `COPY` wrote them. */
export interface TableData extends TableColumns {
  readonly rows: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface LoadOptions {
  readonly tables: readonly TableData[];
  readonly sequences: readonly SequenceValue[];
  /** Bodies of these stores were copied to another one; `null`: none were. */
  readonly movedBodies: { readonly from: readonly string[]; readonly to: string } | null;
  readonly onTable: (name: string, rows: number) => void;
}

/**
 * Loads all rows in one transaction: a restore that dies leaves the tables empty.
 * @throws Error when a table has another number of rows than the backup says
 */
export function loadDatabase(url: string, options: LoadOptions): Promise<void> {
  const { tables, sequences, movedBodies, onTable } = options;
  const names = tables.map(({ name }) => name);
  const targets = names.map(quoteTable).join(", ");
  return withCopySession(url, async (session) => {
    await session.query("BEGIN");
    // Migrations and `prepare` leave rows of their own.
    await session.query(`TRUNCATE ${targets} CASCADE`);
    for (const table of tables) {
      const rows = await session.copyIn(`COPY ${toCopyTarget(table)} FROM STDIN`, table.read());
      if (rows !== table.rows) throw new Error(`${table.name} has ${rows} rows, the backup has ${table.rows}`);
      onTable(table.name, rows);
    }
    await setSequences(session, sequences, names);
    if (movedBodies !== null) await moveBodies(session, movedBodies);
    await markLoaded(session);
    await session.query("COMMIT");
    // Without statistics the first questions would read whole tables.
    await session.query(`ANALYZE ${targets}`);
  });
}

/** Of the product's sequences only: the database may have others. */
async function setSequences(session: CopySession, sequences: readonly SequenceValue[], tables: readonly string[]) {
  const own = await listSequences(session, tables);
  for (const { name, last } of sequences) {
    if (last !== null && own.has(name)) await session.query("SELECT setval($1::regclass, $2)", [name, last]);
  }
}

async function listSequences(session: CopySession, tables: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ name: string }>(
    `SELECT nspname || '.' || relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
     WHERE relkind = 'S' AND (d.refobjid = ANY($1::regclass[]) OR (nspname = 'public' AND relname = ANY($2)))`,
    [tables, SEQUENCES],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Brings the schema up to date and lets apps start again. May be repeated. */
export async function finishRestore(url: string, { schemasToDrop }: { readonly schemasToDrop: readonly string[] }) {
  await migrateMetadata(url, { isRestoring: true });
  await withCopySession(url, async (session) => {
    await session.query("BEGIN");
    for (const schema of schemasToDrop) await session.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await removeRestoreMark(session);
    await session.query("COMMIT");
  });
}

/** The number of rows of each table, and of each organization's reports, without a time limit. */
export function countDatabase(url: string, tables: readonly string[]) {
  return withCopySession(url, async (session) => {
    const counted: { readonly name: string; readonly rows: number }[] = [];
    for (const name of tables) {
      const [row] = await session.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${quoteTable(name)}`);
      counted.push({ name, rows: Number(row?.rows ?? 0) });
    }
    return { tables: counted, organizations: await readLedgerNumbers(session) };
  });
}
