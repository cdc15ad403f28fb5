import { UsageError } from "@ruaflow/runtime/errors";
import type { Engine, WritingEngine } from "../engine/engine.ts";
import { type Migration, readChecksum, toStatement } from "./migration.ts";
import { migrations } from "./migrations.ts";

/** The state of the schema. */
export interface MigrationStatus {
  readonly applied: readonly AppliedMigration[];
  /** Names of the steps that {@link migrate} would still take. */
  readonly pending: readonly string[];
}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The database belongs to another, usually a newer, release: nothing may be written to it. */
export class SchemaMismatchError extends UsageError {
  override readonly name = "SchemaMismatchError";
  readonly code = "schema_mismatch";
}

const historyTable = `CREATE TABLE IF NOT EXISTS schema_migrations
(
  number UInt32 COMMENT 'Number of the step',
  name String COMMENT 'Name of the step',
  checksum String COMMENT 'SHA-256 of its statements, hexadecimal',
  applied_at DateTime('UTC') DEFAULT now() COMMENT 'When it was done'
)
ENGINE = MergeTree ORDER BY number
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
COMMENT 'Steps of the schema that this database has taken'`;

/**
 * Brings the schema up to date. May be repeated at any time, even after a crash halfway; two concurrent processes take
 * the same idempotent steps.
 *
 * @throws SchemaMismatchError when the database has a step that this release does not know or defines differently.
 */
export async function migrate(engine: WritingEngine, steps: readonly Migration[] = migrations): Promise<void> {
  await engine.command(historyTable, {});
  const applied = assertKnown(await readApplied(engine), steps);
  const database = await readDatabase(engine);
  for (const step of steps.slice(applied.length)) {
    for (const statement of step.statements) await engine.command(toStatement(statement, database), {});
    const row = [step.number, step.name, readChecksum(step)];
    const statement =
      "INSERT INTO schema_migrations (number, name, checksum) SETTINGS async_insert = 0 FORMAT JSONCompactEachRow";
    await engine.insert(statement, [JSON.stringify(row)]);
  }
}

/**
 * Refuses to work on tables of another release.
 *
 * @throws SchemaMismatchError that names the missing steps; for a newer schema, see {@link readMigrationStatus}
 */
export async function assertSchema(engine: Engine): Promise<void> {
  const { pending } = await readMigrationStatus(engine);
  if (pending.length === 0) return;
  throw new SchemaMismatchError(`ClickHouse lacks ${pending.join(", ")}: run "ruaflow migrate up" first.`);
}

/**
 * Lists the applied and the pending steps, without changing anything.
 *
 * @throws SchemaMismatchError as {@link migrate} does.
 */
export async function readMigrationStatus(
  engine: Engine,
  steps: readonly Migration[] = migrations,
): Promise<MigrationStatus> {
  const query = "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'";
  const fresh = (await engine.select(query, {})).length === 0;
  const applied = fresh ? [] : assertKnown(await readApplied(engine), steps);
  return { applied, pending: steps.slice(applied.length).map((step) => step.name) };
}

async function readDatabase(engine: Engine): Promise<string> {
  const [row] = await engine.select<{ name: string }>("SELECT currentDatabase() AS name", {});
  return row?.name ?? "";
}

async function readApplied(engine: Engine): Promise<AppliedMigration[]> {
  const query = "SELECT DISTINCT number, name, checksum FROM schema_migrations ORDER BY number";
  return engine.select<AppliedMigration>(query, {});
}

function assertKnown(applied: AppliedMigration[], steps: readonly Migration[]): AppliedMigration[] {
  for (const [index, { number, name, checksum }] of applied.entries()) {
    const step = steps[index];
    if (!step)
      throw new SchemaMismatchError(
        `ClickHouse has step ${number} (${name}), and this release knows ${steps.length}: a newer release has migrated it. Start that release again, or restore the backup from before it, into empty databases.`,
      );
    if (step.number !== number || readChecksum(step) !== checksum) {
      throw new SchemaMismatchError(
        `Step ${number} (${name}) of ClickHouse differs from this release's ${step.name}: another release has migrated it. Start that release again.`,
      );
    }
  }
  return applied;
}
