import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createPostgresLog, type EventLog } from "@ruaflow/event-log";
import {
  createMetadataStore,
  EmbeddedPostgresError,
  type MetadataStore,
  migrate,
  startEmbeddedPostgres,
} from "@ruaflow/metadata-store";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { type Logger, stopInOrder, UsageError } from "@ruaflow/runtime";
import type { Settings } from "./config.ts";

/** The stores and the log, connected, with schemas up to date. */
export interface Engines {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly log: EventLog;
  readonly spoolFolder: string;
  /** Closes connections, then stops what this process started. */
  stop(): Promise<void>;
}

export interface EnginesOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  /** What a second process on the same data folder is told about this one. */
  readonly description: string;
  readonly onFatal: (error: Error) => void;
}

/**
 * Starts the engines that are embedded, connects to those that are not, and brings their schemas up to date.
 * @throws {UsageError} when the data folder cannot be used, for example because another process uses it
 */
export async function startEngines(options: EnginesOptions): Promise<Engines> {
  const { settings, logger } = options;
  const folder = settings.RUAFLOW_DATA_DIR;
  const spoolFolder = join(folder, "spool");
  await mkdir(folder, { recursive: true });
  const stops: (() => Promise<void>)[] = [];
  try {
    const databaseUrl = settings.DATABASE_URL ?? (await startPostgres(options, stops));
    // What lies in the spool belonged to submissions that were never acknowledged.
    await rm(spoolFolder, { recursive: true, force: true });
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
    await migrate(databaseUrl);
    const metadata = await createMetadataStore({ url: databaseUrl });
    stops.unshift(() => metadata.close());
    const log = createLog(settings, databaseUrl, logger);
    stops.unshift(() => log.close());
    await log.prepare();
    const records = await createRecordStore(toRecordStoreOptions(settings));
    stops.unshift(() => records.close());
    await records.migrate();
    return { metadata, records, log, spoolFolder, stop: () => stopInOrder(stops) };
  } catch (error) {
    await stopInOrder(stops).catch((failure: unknown) =>
      logger.warn({ err: failure }, "stopping after a failed start"),
    );
    throw error instanceof EmbeddedPostgresError ? new UsageError(error.message) : error;
  }
}

async function startPostgres(
  { settings, description, logger, onFatal }: EnginesOptions,
  stops: (() => Promise<void>)[],
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(settings.RUAFLOW_DATA_DIR, "postgres"),
    description,
    onLog: (line) => logger.debug({ engine: "postgres" }, line),
    onFatal: (error) => onFatal(error instanceof Error ? error : new Error(String(error))),
  });
  stops.unshift(() => postgres.stop());
  return postgres.url;
}

/** The event log that the settings name: Kafka, or tables in the Postgres database. */
export function createLog(settings: Settings, databaseUrl: string, logger: Logger): EventLog {
  const partitions = settings.RUAFLOW_LOG_PARTITIONS;
  const onRetry = (error: Error) => logger.warn({ err: error }, "the event log tries again");
  return createPostgresLog({ connectionString: databaseUrl, partitions, onRetry });
}

function toRecordStoreOptions({ CLICKHOUSE_URL, RUAFLOW_DATA_DIR }: Settings) {
  return CLICKHOUSE_URL === undefined ? { path: join(RUAFLOW_DATA_DIR, "clickhouse") } : { url: CLICKHOUSE_URL };
}
