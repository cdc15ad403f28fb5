import type { Queryable } from "@ruaflow/postgres";
import { type CopySession, RESTORE_VERSION, withCopySession } from "@ruaflow/postgres/copy";
import { migrateMetadata } from "../migrations.ts";
import {
  MIGRATIONS_TABLE,
  quoteTable,
  SEQUENCES,
  type SequenceValue,
  TABLES,
  type TableColumns,
  toCopyTarget,
} from "./tables.ts";

/**
 * What a database is to a restore.
 *
 * - `empty`: without organizations and submissions
 * - `used`: has data
 * - `unfinished`: a restore of the backup with this id was interrupted; `isLoaded` once all its data is there
 */
export type RestoreTarget =
  | { readonly state: "empty" | "used" }
  | { readonly state: "unfinished"; readonly backupId: string; readonly isLoaded: boolean };

/** Reads the state of a database without changing anything. */
export function readRestoreTarget(url: string): Promise<RestoreTarget> {
  return withCopySession(url, async (session) => {
    if (!(await hasTable(session, MIGRATIONS_TABLE))) return { state: "empty" };
    const [mark] = await session.query<{ name: string; checksum: string }>(
      `SELECT name, checksum FROM ${MIGRATIONS_TABLE} WHERE version = ${RESTORE_VERSION}`,
    );
    if (mark) return { state: "unfinished", backupId: mark.name, isLoaded: mark.checksum === LOADED };
    return { state: (await hasRows(session)) ? "used" : "empty" };
  });
}

const LOADING = "loading";
const LOADED = "loaded";

async function hasTable(session: Queryable, name: string): Promise<boolean> {
  const [row] = await session.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [
    `public.${name}`,
  ]);
  return row?.found === true;
}

async function hasRows(session: Queryable): Promise<boolean> {
  for (const table of ["organizations", "submissions"]) {
    if ((await hasTable(session, table)) && (await session.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0)
      return true;
  }
  return false;
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
    await session.query(`DROP TABLE IF EXISTS ${[...TABLES, MIGRATIONS_TABLE].join(", ")} CASCADE`);
    await session.query(`DROP SEQUENCE IF EXISTS ${SEQUENCES.join(", ")}`);
    for (const schema of schemas) await session.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await session.query(`CREATE TABLE ${MIGRATIONS_TABLE} (
      version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    await session.query(`INSERT INTO ${MIGRATIONS_TABLE} (version, name, checksum) VALUES ($1, $2, $3)`, [
      RESTORE_VERSION,
      backupId,
      LOADING,
    ]);
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
    if (movedBodies !== null)
      await session.query("UPDATE body_objects SET store = $1 WHERE store = ANY($2)", [
        movedBodies.to,
        movedBodies.from,
      ]);
    await session.query(`UPDATE ${MIGRATIONS_TABLE} SET checksum = $1 WHERE version = $2`, [LOADED, RESTORE_VERSION]);
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

async function listSequences(session: Queryable, tables: readonly string[]): Promise<ReadonlySet<string>> {
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
    await session.query(`DELETE FROM ${MIGRATIONS_TABLE} WHERE version = ${RESTORE_VERSION}`);
    await session.query("COMMIT");
  });
}
