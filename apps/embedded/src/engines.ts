import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createEventLog, type EventLog } from "@ruaflow/event-log";
import { createMetadataStore, type MetadataStore, migrateMetadata } from "@ruaflow/metadata-store";
import { openBodyStores } from "@ruaflow/object-store/bodies";
import type { RecordStore } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { createFolder } from "@ruaflow/runtime/folders";
import type { Logger } from "@ruaflow/runtime/logging";
import { openRecords, startPostgres } from "./bare-engines.ts";
import type { EmbeddedClickHouse } from "./clickhouse/start.ts";
import { openDataFolder } from "./data-folder.ts";
import type { EngineSettings, EnginesOptions } from "./engine-options.ts";
import { readOrCreateSecretsKey } from "./secrets-key.ts";

/** The stores and the log, connected and with current schemas. */
export interface Engines {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** `null` with a ClickHouse server. */
  readonly clickHouse: EmbeddedClickHouse | null;
  readonly log: EventLog;
  readonly spoolFolder: string;
  /** Closes connections, then stops the engines that this process started. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded engines, connects to the others, and brings their schemas up to date.
 * @throws {UsageError} when the data folder cannot be used, for example because another process owns it
 */
export function startEngines(settings: EngineSettings, options: EnginesOptions): Promise<Engines> {
  return startParts(async (started) => {
    const folder = resolve(settings.RUAFLOW_DATA_DIR);
    await openDataFolder(folder);
    const databaseUrl = settings.DATABASE_URL ?? (await startPostgres(folder, options, started));
    const spoolFolder = await emptySpool(folder);
    await migrateMetadata(databaseUrl);
    const secretsKey = settings.RUAFLOW_SECRETS_KEY ?? (await readOrCreateSecretsKey(folder));
    const metadata = await createMetadataStore({
      url: databaseUrl,
      connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
      secretsKey,
      bodies: openBodyStores(settings),
    });
    started.defer(() => metadata.close());
    const onRetry = (error: Error) => options.logger.warn({ err: error }, "the event log tries again");
    const log = await createEventLog(settings, { databaseUrl, onRetry });
    started.defer(() => log.close());
    await log.prepare();
    const { records, clickHouse } = await openRecords(settings, options, started);
    await records.migrate();
    await metadata.reports.fillReportDays(records.readStoredDays);
    await metadata.reports.fillStoredReports(records.readStoredReports, announceFilling(options.logger));
    return { metadata, records, clickHouse, log, spoolFolder };
  });
}

/** An upgrade has a step for every 50 domains: the first one says what the start waits for. */
function announceFilling(logger: Logger): (domainsLeft: number) => void {
  let isSaid = false;
  return (domainsLeft) => {
    logger[isSaid ? "debug" : "warn"]({ domainsLeft }, "adding the reports of an earlier release to the lists");
    isSaid = true;
  };
}

/** Files left in the spool belong to submissions that were never acknowledged, so they can be deleted. */
async function emptySpool(folder: string): Promise<string> {
  const spoolFolder = join(folder, "spool");
  await rm(spoolFolder, { recursive: true, force: true });
  await createFolder(spoolFolder, 0o700);
  return spoolFolder;
}
