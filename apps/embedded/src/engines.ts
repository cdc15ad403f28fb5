import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "@ruaflow/engines/postgres";
import { createEventLog, type EventLog, type EventLogSettings } from "@ruaflow/event-log";
import { createMetadataStore, type MetadataStore, migrateMetadata } from "@ruaflow/metadata-store";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Settings } from "./config.ts";
import { readOrCreateSecretsKey } from "./secrets-key.ts";
import { waitForCommands } from "./wait-for-commands.ts";

/** The stores and the log, connected, with schemas up to date. */
export interface Engines {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly log: EventLog;
  readonly spoolFolder: string;
  /** Closes connections, then stops what this process started. */
  stop(): Promise<void>;
}

/** The settings that say which engines there are, and where. */
export type EngineSettings = EventLogSettings &
  Pick<Settings, "RUAFLOW_DATA_DIR" | "DATABASE_URL" | "CLICKHOUSE_URL" | "RUAFLOW_SECRETS_KEY">;

export interface EnginesOptions {
  readonly logger: Logger;
  /** What a second process on the same data folder is told about this one. */
  readonly description: string;
  readonly onFatal: (error: Error) => void;
  /** For a service: it waits until a command that has the folder is done, or until this aborts. A command gives up at once. */
  readonly stopping?: AbortSignal;
}

/**
 * Starts the engines that are embedded, connects to those that are not, and brings their schemas up to date.
 * @throws {UsageError} when the data folder cannot be used, for example because another process uses it
 */
export function startEngines(settings: EngineSettings, options: EnginesOptions): Promise<Engines> {
  return startParts(async (started) => {
    const folder = resolve(settings.RUAFLOW_DATA_DIR);
    await mkdir(folder, { recursive: true });
    const databaseUrl = settings.DATABASE_URL ?? (await startPostgres(folder, options, started));
    const spoolFolder = await emptySpool(folder);
    await migrateMetadata(databaseUrl);
    const secretsKey = settings.RUAFLOW_SECRETS_KEY ?? (await readOrCreateSecretsKey(folder));
    const metadata = await createMetadataStore({ url: databaseUrl, secretsKey });
    started.defer(() => metadata.close());
    const onRetry = (error: Error) => options.logger.warn({ err: error }, "the event log tries again");
    const log = await createEventLog(settings, { databaseUrl, onRetry });
    started.defer(() => log.close());
    await log.prepare();
    const records = await createRecordStore(toRecordStoreOptions(settings, folder));
    started.defer(() => records.close());
    await records.migrate();
    await metadata.reports.fillReportDays(records.readStoredDays);
    await metadata.reports.fillStoredReports(records.readStoredReports, (domainsLeft) =>
      options.logger.warn({ domainsLeft }, "lists are filled in with the reports that an earlier release stored"),
    );
    return { metadata, records, log, spoolFolder };
  });
}

async function startPostgres(folder: string, options: EnginesOptions, started: AsyncDisposableStack): Promise<string> {
  const { description, logger, onFatal, stopping } = options;
  const start = () =>
    startEmbeddedPostgres({
      dataDir: join(folder, "postgres"),
      description,
      isTemporary: stopping === undefined,
      onLog: (line) => logger.debug({ engine: "postgres" }, line),
      onFatal: (error) => onFatal(error instanceof Error ? error : new Error(String(error))),
    });
  try {
    const postgres = await (stopping === undefined ? start() : waitForCommands(start, stopping));
    started.defer(() => postgres.stop());
    return postgres.url;
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new UsageError(error.message, { cause: error }) : error;
  }
}

/** What lies in the spool belonged to submissions that were never acknowledged. */
async function emptySpool(folder: string): Promise<string> {
  const spoolFolder = join(folder, "spool");
  await rm(spoolFolder, { recursive: true, force: true });
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  return spoolFolder;
}

function toRecordStoreOptions({ CLICKHOUSE_URL }: EngineSettings, folder: string) {
  return CLICKHOUSE_URL === undefined ? { path: join(folder, "clickhouse") } : { url: CLICKHOUSE_URL };
}
