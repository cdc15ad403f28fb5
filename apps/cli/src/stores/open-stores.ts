import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { createEventLog } from "@ruaflow/event-log";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { openBodyStores } from "@ruaflow/object-store/bodies";
import type { RecordStore } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Environment } from "@ruaflow/runtime/settings";
import { type CommandSpool, openCommandSpool } from "./command-spool.ts";
import { assertFolder, type EngineFolder, readStoreSettings, type StoreSettings, toPlace } from "./store-settings.ts";
import type { Stores } from "./stores.ts";

/** What a command needs where no service runs, and no servers are named. */
export interface StoresNeeded {
  /** Where it starts the engines while it runs; by default where their data is. */
  readonly engines?: EngineFolder | "never";
  /** Whether a record-writer runs beside these: for a command that waits for reports to be written. */
  readonly recordWriter?: boolean;
}

/**
 * Connects to the stores of the service that runs on the data folder, or to the servers that the settings name. Without
 * either it starts what the command needs.
 * @throws {UsageError} without either, when the command needs them or the folder has no data
 */
export async function openStores(
  environment: Environment,
  { engines = "with-data", recordWriter = false }: StoresNeeded,
): Promise<Stores> {
  const { settings, logger } = readStoreSettings(environment);
  for (let attempt = 1; ; attempt += 1) {
    const running = await findDatabase(settings);
    if (running !== null) return connect(settings, running, logger);
    if (engines === "never") throw describeStopped(settings);
    assertFolder(settings, engines);
    try {
      // Loaded only when needed: with a running service a short command would spend half its time on code that it does
      // not use.
      const { startOwnEngines } = await import("./own-engines.ts");
      return await startOwnEngines(settings, { logger, recordWriter });
    } catch (error) {
      // A starting service holds the folder but does not answer yet.
      if (!(error instanceof UsageError) || attempt === STARTING_ATTEMPTS) throw error;
    }
  }
}

function describeStopped({ RUAFLOW_DATA_DIR: folder }: StoreSettings): UsageError {
  return new UsageError(`No service is running on ${folder}. Start it with npm start, then try again.`);
}

async function findDatabase({ DATABASE_URL, RUAFLOW_DATA_DIR }: StoreSettings): Promise<string | null> {
  return DATABASE_URL ?? (await findRunningOwner(join(RUAFLOW_DATA_DIR, "postgres")))?.url ?? null;
}

/** Attempts to find a service that is starting; each attempt waits a few seconds. */
const STARTING_ATTEMPTS = 3;

function connect(settings: StoreSettings, databaseUrl: string, logger: Logger): Promise<Stores> {
  return startParts(async (started) => {
    const metadata = await createMetadataStore({
      url: databaseUrl,
      connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
      bodies: openBodyStores(settings),
    });
    started.defer(() => metadata.close());
    const onRetry = (error: Error) => logger.warn({ err: error }, "the event log retries");
    const log = await createEventLog(settings, { databaseUrl, onRetry });
    started.defer(() => log.close());
    let spool: Promise<CommandSpool> | undefined;
    started.defer(async () => (await spool)?.remove());
    const openSpool = async () => {
      spool ??= openCommandSpool(join(settings.RUAFLOW_DATA_DIR, "spool-cli"));
      return (await spool).folder;
    };
    const openRecords = () => connectToRecords(settings, started);
    return { metadata, log, logger, openSpool, openRecords, ...toPlace(settings) };
  });
}

async function connectToRecords(settings: StoreSettings, started: AsyncDisposableStack): Promise<RecordStore> {
  const { connectToClickHouse, describeOwner } = await import("./click-house.ts");
  const records = await connectToClickHouse(settings);
  if (records === null) {
    const owner = await findRunningOwner(join(settings.RUAFLOW_DATA_DIR, "postgres"));
    throw owner === null ? describeStopped(settings) : describeOwner(settings.RUAFLOW_DATA_DIR, owner);
  }
  started.defer(() => records.close());
  await records.assertSchema();
  return records;
}
