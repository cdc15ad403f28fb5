import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { UsageError } from "@ruaflow/runtime/errors";
import pg from "pg";
import { explainConnection } from "./explain-connection.ts";
import { toStoreError } from "./store-error.ts";

/** The state of a database's schema. */
export interface MigrationStatus {
  /** Version of the schema, 0 for an empty database. */
  readonly version: number;
  /** Version that this program needs. */
  readonly knownVersion: number;
  /** Migrations that have not run yet, oldest first. */
  readonly pending: readonly string[];
}

export type MigrationErrorCode =
  | "schema_newer"
  | "schema_outdated"
  | "migration_changed"
  | "migration_failed"
  | "restore_unfinished";

/**
 * Version of a row in `schema_migrations` that stands there while a backup is being restored: no program of this or an
 * earlier release starts on a database with a migration that it does not know.
 */
export const RESTORE_VERSION = 2_147_483_647;

/** The migrations that have run. */
export const createMigrationsTable = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
)`;

export class MigrationError extends UsageError {
  override readonly name = "MigrationError";
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface MigrateOptions {
  /** The last migration to apply; by default all. */
  readonly upTo?: number;
  /** Set by a restore, which alone may work on a database that is being restored. */
  readonly isRestoring?: boolean;
}

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Serializes processes that migrate at the same time. "rmig" in ASCII. */
const MIGRATION_LOCK = 0x726d6967;

/**
 * Brings the schema of a database up to date, each migration in its own transaction. Can be run repeatedly and from several
 * processes at once.
 *
 * @param folder ends with a slash; has numbered files `0001-name.sql`. A file that has run must never change
 *
 * @throws MigrationError when the schema is newer than this program, a migration that has run was changed, or one fails
 * @throws StoreUnavailableError
 * @throws UsageError when the settings of the connection are wrong
 */
export async function migrate(url: string, folder: URL, options: MigrateOptions = {}): Promise<MigrationStatus> {
  const { upTo = Number.POSITIVE_INFINITY, isRestoring = false } = options;
  const migrations = await readMigrations(folder);
  return withClient(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(createMigrationsTable);
    const applied = await readApplied(client);
    if (isRestoring) applied.delete(RESTORE_VERSION);
    requireKnown(applied, migrations);
    for (const migration of migrations) {
      if (!applied.has(migration.version) && migration.version <= upTo) await apply(client, migration);
    }
    return toStatus(await readApplied(client), migrations);
  });
}

/**
 * Reads the state of the schema without changing anything.
 *
 * @throws MigrationError schema_newer or migration_changed
 * @throws StoreUnavailableError
 */
export async function readMigrationStatus(url: string, folder: URL): Promise<MigrationStatus> {
  const migrations = await readMigrations(folder);
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      "SELECT to_regclass('schema_migrations') IS NOT NULL AS found",
    );
    const applied = rows[0]?.found === true ? await readApplied(client) : new Map<number, Applied>();
    requireKnown(applied, migrations);
    return toStatus(applied, migrations);
  });
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { version: Number(name.slice(0, 4)), name, sql, checksum };
    }),
  );
}

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

async function readApplied(client: pg.Client): Promise<Map<number, Applied>> {
  const { rows } = await client.query<Applied>(
    "SELECT version, name, checksum FROM schema_migrations ORDER BY version",
  );
  return new Map(rows.map((row) => [row.version, row]));
}

function requireKnown(applied: ReadonlyMap<number, Applied>, migrations: readonly Migration[]): void {
  for (const { version, name, checksum } of applied.values()) {
    if (version === RESTORE_VERSION) {
      throw new MigrationError(
        "restore_unfinished",
        "A backup was being restored into this database and is not complete. Run ruaflow restore again.",
      );
    }
    const known = migrations.find((migration) => migration.version === version);
    if (known === undefined) {
      throw new MigrationError(
        "schema_newer",
        `PostgreSQL has the migration ${name}, which this release does not know: a newer one has migrated it. Start that release again, or restore the backup from before it, into empty databases.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new MigrationError(
        "migration_changed",
        `The migration ${name} differs from the one that ran on this database.`,
      );
    }
  }
}

async function apply(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query("INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)", [
      version,
      name,
      checksum,
    ]);
    await client.query("COMMIT");
  } catch (cause) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw new MigrationError("migration_failed", `${name} failed: ${String(cause)}`, { cause });
  }
}

function toStatus(applied: ReadonlyMap<number, Applied>, migrations: readonly Migration[]): MigrationStatus {
  return {
    version: Math.max(0, ...[...applied.keys()].filter((version) => version !== RESTORE_VERSION)),
    knownVersion: Math.max(0, ...migrations.map(({ version }) => version)),
    pending: migrations.filter(({ version }) => !applied.has(version)).map(({ name }) => name),
  };
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(url);
  try {
    return await work(client);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Every app and command reads or runs the migrations first, so it is here that settings turn out to be wrong. */
async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw explainConnection(error);
  }
}
