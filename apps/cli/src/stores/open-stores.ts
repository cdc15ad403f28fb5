import { join, resolve } from "node:path";
import { openBodyStores } from "@ruaflow/body-store";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { createEventLog, type EventLog } from "@ruaflow/event-log";
import { createMetadataStore, type MetadataStore } from "@ruaflow/metadata-store";
import { startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { createLogger, type Logger } from "@ruaflow/runtime/logging";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { openCommandSpool } from "./command-spool.ts";
import { type StoreSettings, storeSettingsSchema, toPlace } from "./store-settings.ts";

/** The stores that a command uses. */
export interface Stores {
  readonly metadata: MetadataStore;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly spoolFolder: string;
  readonly dataFolder: string;
  /** Tells one PostgreSQL server from another; empty for the embedded one. */
  readonly database: string;
  stop(): Promise<void>;
}

/**
 * Connects to the stores of the service that runs on the data folder, or to the servers that the settings name. Without
 * either it starts the engines and a record-writer for as long as the command runs.
 */
export async function openStores(environment: Environment): Promise<Stores> {
  const { settings, logger } = readOwnSettings(environment);
  for (let attempt = 1; ; attempt += 1) {
    const running = await findDatabase(settings);
    if (running !== null) return connect(settings, running, logger);
    try {
      // Loaded only when needed: with a running service a short command would spend half its time on code that it does
      // not use.
      const { startOwnEngines } = await import("./own-engines.ts");
      return await startOwnEngines(settings, logger);
    } catch (error) {
      // A starting service holds the folder but does not answer yet.
      if (!(error instanceof UsageError) || attempt === STARTING_ATTEMPTS) throw error;
    }
  }
}

/**
 * Connects to the stores of the service that runs on the data folder, or to the servers that the settings name.
 * @throws {UsageError} without either
 */
export async function openRunningStores(environment: Environment): Promise<Stores> {
  const { settings, logger } = readOwnSettings(environment);
  const running = await findDatabase(settings);
  if (running !== null) return connect(settings, running, logger);
  throw new UsageError(
    `No service is running on ${settings.RUAFLOW_DATA_DIR}. Start it with npm start, then try again.`,
  );
}

function readOwnSettings(environment: Environment): { readonly settings: StoreSettings; readonly logger: Logger } {
  const given = readSettings(storeSettingsSchema, { RUAFLOW_LOG_LEVEL: "warn", ...environment });
  const settings = { ...given, RUAFLOW_DATA_DIR: resolve(given.RUAFLOW_DATA_DIR) };
  return { settings, logger: createLogger({ app: "cli", level: String(settings.RUAFLOW_LOG_LEVEL) }) };
}

async function findDatabase({ DATABASE_URL, RUAFLOW_DATA_DIR }: StoreSettings): Promise<string | null> {
  return DATABASE_URL ?? (await findRunningOwner(join(RUAFLOW_DATA_DIR, "postgres")))?.url ?? null;
}

/** Attempts to find a service that is starting; each attempt waits a few seconds. */
const STARTING_ATTEMPTS = 3;

function connect(settings: StoreSettings, databaseUrl: string, logger: Logger): Promise<Stores> {
  return startParts(async (started) => {
    const spool = await openCommandSpool(join(settings.RUAFLOW_DATA_DIR, "spool-cli"));
    started.defer(() => spool.remove());
    const metadata = await createMetadataStore({
      url: databaseUrl,
      connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
      bodies: openBodyStores(settings),
    });
    started.defer(() => metadata.close());
    const onRetry = (error: Error) => logger.warn({ err: error }, "the event log retries");
    const log = await createEventLog(settings, { databaseUrl, onRetry });
    started.defer(() => log.close());
    return { metadata, log, logger, spoolFolder: spool.folder, ...toPlace(settings) };
  });
}
