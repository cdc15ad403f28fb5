import { join, resolve } from "node:path";
import { openBodyStores } from "@ruaflow/body-store";
import { readClickHouseUrl, startBareEngines } from "@ruaflow/embedded";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { failProcess, startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { createLogger, type Logger } from "@ruaflow/runtime/logging";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { type StoreSettings, storeSettingsSchema } from "./store-settings.ts";

/** The stores of one installation, with whatever schemas they have. */
export interface BareStores {
  readonly settings: StoreSettings;
  readonly logger: Logger;
  readonly databaseUrl: string;
  readonly records: RecordStore;
  readonly bodies: ReturnType<typeof openBodyStores>;
  stop(): Promise<void>;
}

function readStoreSettings(environment: Environment) {
  const given = readSettings(storeSettingsSchema, { RUAFLOW_LOG_LEVEL: "warn", ...environment });
  const settings: StoreSettings = { ...given, RUAFLOW_DATA_DIR: resolve(given.RUAFLOW_DATA_DIR) };
  return { settings, logger: createLogger({ app: "cli", level: String(settings.RUAFLOW_LOG_LEVEL) }) };
}

/** The stores of the service that runs on the data folder; without one, as {@link openOwnStores}. */
export async function openSourceStores(environment: Environment, description: string): Promise<BareStores> {
  return (await findRunningStores(environment)) ?? openOwnStores(environment, description);
}

/**
 * The servers that the settings name, or the stores of the service that runs on the data folder; `null` without either.
 * @throws {UsageError} when another process has the data folder and lets no other read its ClickHouse
 */
export async function findRunningStores(environment: Environment): Promise<BareStores | null> {
  const { settings, logger } = readStoreSettings(environment);
  const { RUAFLOW_DATA_DIR: folder, DATABASE_URL } = settings;
  const owner = DATABASE_URL === undefined ? await findRunningOwner(join(folder, "postgres")) : null;
  const databaseUrl = DATABASE_URL ?? owner?.url;
  const records = await connectToClickHouse(settings);
  if (databaseUrl !== undefined && records !== null) {
    const stop = () => records.close();
    return { settings, logger, databaseUrl, records, bodies: openBodyStores(settings), stop };
  }
  await records?.close();
  if (owner === null) return null;
  throw new UsageError(
    `${folder} is in use by process ${owner.pid} (${owner.description}), whose ClickHouse other processes cannot read. Wait for its end, or stop it.`,
  );
}

/** The server that the settings name, or the engine of the service that runs on the data folder; `null` without either. */
async function connectToClickHouse(settings: StoreSettings): Promise<RecordStore | null> {
  const { CLICKHOUSE_URL, CLICKHOUSE_CLUSTER: cluster, RUAFLOW_DATA_DIR } = settings;
  if (CLICKHOUSE_URL !== undefined) return createRecordStore({ url: CLICKHOUSE_URL, cluster });
  const url = await readClickHouseUrl(RUAFLOW_DATA_DIR);
  if (url === null) return null;
  // A killed service has left its URL.
  return createRecordStore({ url }).catch(() => null);
}

/**
 * The servers that the settings name, or the embedded engines, which this process owns until `stop`.
 * @throws {UsageError} when another process has the data folder
 */
export function openOwnStores(environment: Environment, description: string): Promise<BareStores> {
  const { settings, logger } = readStoreSettings(environment);
  return startParts(async (started) => {
    const { stop, ...engines } = await startBareEngines(settings, { logger, description, onFatal: failProcess });
    started.defer(stop);
    return { ...engines, settings, logger, bodies: openBodyStores(settings) };
  });
}
