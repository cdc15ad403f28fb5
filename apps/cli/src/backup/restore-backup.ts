import { postgresLog } from "@ruaflow/event-log";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { publishVisibility } from "@ruaflow/record-writer";
import type { BareStores } from "../stores/bare-stores.ts";
import { importBodies } from "./contents/bodies.ts";
import { copyUnreadMessages, prepareLogTables } from "./contents/log.ts";
import { importRows } from "./contents/rows.ts";
import { beginRestore, finishRestore, loadDatabase } from "./database/restore-database.ts";
import { readArchive } from "./folder/archive-file.ts";
import type { Manifest } from "./folder/manifest-schema.ts";
import { checkTarget } from "./restore-target.ts";

export interface RestoreOptions {
  readonly folder: string;
  /** Delete what the target has. */
  readonly replace: boolean;
  /** Called with each step that is done. */
  readonly onStep: (text: string) => void;
}

/**
 * Restores a verified backup. Until PostgreSQL has everything, a mark in it keeps apps from starting, and a repetition begins
 * anew; from then on a repetition only finishes. So it may be killed at any time and run again.
 */
export async function restoreBackup(manifest: Manifest, stores: BareStores, options: RestoreOptions): Promise<void> {
  const target = await checkTarget(manifest, stores, options);
  const isLoaded = target.state === "unfinished" && target.isLoaded && target.backupId === manifest.id;
  if (!isLoaded) await load(manifest, stores, options);
  await finish(manifest, stores, options.onStep);
}

async function load(manifest: Manifest, stores: BareStores, { folder, onStep }: RestoreOptions): Promise<void> {
  const { databaseUrl, records, bodies } = stores;
  const { id: backupId, postgres } = manifest;
  const { schemaVersion } = postgres;
  await beginRestore(databaseUrl, { backupId, schemaVersion, schemas: [postgresLog.schema] });
  if (hasLog(manifest)) await prepareLogTables(stores);
  await importRows(records, manifest, { folder, onStep });
  const { current } = bodies;
  const hasBodies = current !== null && manifest.bodies.objects > 0;
  if (hasBodies) onStep(`bodies: ${await importBodies(folder, bodies, current)} objects`);
  await loadDatabase(databaseUrl, {
    tables: postgres.tables.map((table) => ({ ...table, read: () => readArchive(folder, table.file) })),
    sequences: postgres.sequences,
    movedBodies: hasBodies ? { from: manifest.bodies.stores, to: current } : null,
    onTable: (name, rows) => onStep(`${name}: ${rows} rows`),
  });
  onStep("PostgreSQL is complete");
}

function hasLog({ postgres }: Manifest): boolean {
  return postgres.tables.some(({ name }) => name.startsWith(`${postgresLog.schema}.`));
}

async function finish(manifest: Manifest, stores: BareStores, onStep: (text: string) => void): Promise<void> {
  const { databaseUrl, records, settings } = stores;
  const changesLog = hasLog(manifest) && settings.KAFKA_BROKERS !== undefined;
  if (changesLog) onStep(`messages copied to Kafka: ${await copyUnreadMessages(stores)}`);
  await finishRestore(databaseUrl, { schemasToDrop: changesLog ? [postgresLog.schema] : [] });
  // For a backup of a release that did not keep these lists; `migrate up` and the next start do the same.
  const metadata = await createMetadataStore({ url: databaseUrl, connectionsMax: 2 });
  try {
    await metadata.reports.fillReportDays(records.readStoredDays);
    await metadata.reports.fillStoredReports(records.readStoredReports, () => undefined);
    await publishVisibility({ metadata, records });
  } finally {
    await metadata.close();
  }
}
