import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { postgresLog } from "@ruaflow/event-log";
import { readMetadataMigrations } from "@ruaflow/metadata-store";
import { isSecretsKeyOf } from "@ruaflow/metadata-store/backup";
import { UsageError } from "@ruaflow/runtime/errors";
import { createFolder } from "@ruaflow/runtime/folders";
import type { BareStores } from "../stores/bare-stores.ts";
import { exportBodies } from "./contents/bodies.ts";
import { readPosition } from "./contents/log.ts";
import { exportRows } from "./contents/rows.ts";
import { exportDatabase } from "./database/export-database.ts";
import { type DatabaseSnapshot, withDatabaseSnapshot } from "./database/snapshot.ts";
import { writeManifest } from "./folder/manifest.ts";
import { FORMAT_VERSION, type Manifest } from "./folder/manifest-schema.ts";
import { seal } from "./folder/seal.ts";
import { readOwnSecretsKey } from "./own-secrets-key.ts";

export interface BackupOptions {
  readonly folder: string;
  /** Of this program. */
  readonly release: string;
  /** Called once a table is done. */
  readonly onTable: (name: string, rows: number) => void;
}

/** Shows that a folder holds the beginning of a backup, which may be deleted. */
const UNFINISHED = "backup-unfinished";

/**
 * Writes a backup of the stores into the folder. The order carries the promise: the log's position, PostgreSQL's snapshot,
 * then ClickHouse and the bodies. What the ledger of the snapshot calls stored was inserted before it, so its rows are
 * found afterwards; what arrived later is left out of all of them.
 *
 * @throws {UsageError} when the folder has other files, or there is nothing to back up
 */
export async function writeBackup(stores: BareStores, options: BackupOptions): Promise<Manifest> {
  const { folder, release, onTable } = options;
  const { databaseUrl, records, bodies } = stores;
  const { version } = await readMetadataMigrations(databaseUrl);
  if (version === 0) throw new UsageError("There is nothing to back up: the database has no tables of Ruaflow.");
  await prepareFolder(folder);
  const log = await readPosition(stores);
  const { applied } = await records.readMigrationStatus();
  const content = await withDatabaseSnapshot(databaseUrl, { tables: postgresLog.tables }, async (snapshot) => {
    const context = { folder, snapshot, onTable };
    const tables = await exportDatabase(context);
    return {
      format: FORMAT_VERSION,
      id: toId(snapshot),
      release,
      takenAt: snapshot.takenAt.toISOString(),
      sealedCheck: snapshot.sealedCheck?.toString("base64") ?? null,
      postgres: {
        schemaVersion: snapshot.schemaVersion,
        tables,
        sequences: [...(await snapshot.readSequences())],
        organizations: [...(await snapshot.readNumbers())],
      },
      clickHouse: { migrations: applied.length, ...(await exportRows(records.backup, context)) },
      bodies: await exportBodies(folder, snapshot, bodies),
      log,
    } satisfies Manifest;
  });
  const manifest = seal(content, await findSigningKey(content, stores));
  await writeManifest(folder, manifest);
  await rm(join(folder, UNFINISHED));
  return manifest;
}

/** The secrets key if it is that of the database; without it the backup is not signed. */
async function findSigningKey({ sealedCheck }: Manifest, { settings }: BareStores): Promise<string | null> {
  const key = await readOwnSecretsKey(settings);
  return key !== null && sealedCheck !== null && isSecretsKeyOf(Buffer.from(sealedCheck, "base64"), key) ? key : null;
}

function toId({ takenAt }: DatabaseSnapshot): string {
  return `backup-${takenAt.toISOString().replace(/[-:.]/g, "")}`;
}

/** An interrupted backup is begun anew. */
async function prepareFolder(folder: string): Promise<void> {
  await createFolder(folder, 0o700);
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(UNFINISHED))
    throw new UsageError(`${folder} is not empty. Name a new folder for each backup.`);
  await writeFile(join(folder, UNFINISHED), "", { mode: 0o600, flush: true });
  for (const name of names) if (name !== UNFINISHED) await rm(join(folder, name), { recursive: true });
}
