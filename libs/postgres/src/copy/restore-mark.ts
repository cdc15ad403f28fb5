import type { Queryable } from "../database.ts";
import { createMigrationsTable, RESTORE_VERSION } from "../migrate.ts";

/** What shows that a backup is being restored: while it stands in the list of migrations, no program starts on the database. */
export interface RestoreMark {
  readonly backupId: string;
  /** Whether all its data is there. */
  readonly isLoaded: boolean;
}

const LOADING = "loading";
const LOADED = "loaded";

/** `null` when no restore was begun, or it is complete; also on a database without any table. */
export async function readRestoreMark(database: Queryable): Promise<RestoreMark | null> {
  const [{ found } = { found: false }] = await database.query<{ found: boolean }>(
    "SELECT to_regclass('public.schema_migrations') IS NOT NULL AS found",
  );
  if (!found) return null;
  const [mark] = await database.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM schema_migrations WHERE version = ${RESTORE_VERSION}`,
  );
  return mark === undefined ? null : { backupId: mark.name, isLoaded: mark.checksum === LOADED };
}

/** Forgets which migrations have run, and sets the mark of a restore that begins. Runs in the caller's transaction. */
export async function beginMigrations(database: Queryable, backupId: string): Promise<void> {
  await database.query("DROP TABLE IF EXISTS schema_migrations CASCADE");
  await database.query(createMigrationsTable);
  await database.query("INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)", [
    RESTORE_VERSION,
    backupId,
    LOADING,
  ]);
}

/** Belongs in the transaction that loads the data. */
export async function markLoaded(database: Queryable): Promise<void> {
  await database.query("UPDATE schema_migrations SET checksum = $1 WHERE version = $2", [LOADED, RESTORE_VERSION]);
}

/** From now on programs start on the database. */
export async function removeRestoreMark(database: Queryable): Promise<void> {
  await database.query(`DELETE FROM schema_migrations WHERE version = ${RESTORE_VERSION}`);
}
