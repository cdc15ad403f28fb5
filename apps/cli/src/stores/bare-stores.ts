import { join } from "node:path";
import { type BareEngines, startBareEngines } from "@ruaflow/embedded";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { openBodyStores } from "@ruaflow/object-store/bodies";
import type { RecordStore } from "@ruaflow/record-store";
import { failProcess, startParts } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Environment } from "@ruaflow/runtime/settings";
import { connectToClickHouse, describeOwner } from "./click-house.ts";
import { assertFolder, type EngineFolder, readStoreSettings, type StoreSettings } from "./store-settings.ts";

/** The stores of one installation, with whatever schemas they have. */
export interface BareStores {
  readonly settings: StoreSettings;
  readonly logger: Logger;
  readonly databaseUrl: string;
  readonly records: RecordStore;
  /** That this process has started; `null` for one of another process, and for a server. */
  readonly clickHouse: BareEngines["clickHouse"];
  readonly bodies: ReturnType<typeof openBodyStores>;
  stop(): Promise<void>;
}

export interface BareStoresNeeded {
  /** What tells other processes who has the folder. */
  readonly description: string;
  /** Whether the stores of a running service will do; otherwise this process must have the folder. */
  readonly shared?: boolean;
  /** Where it starts the engines while it runs; by default where their data is. */
  readonly engines?: EngineFolder;
}

/**
 * The servers that the settings name, the stores of the service that runs on the data folder, where that will do, or the
 * embedded engines, which this process has until `stop`.
 * @throws {UsageError} when another process has the data folder, or the folder has no data
 */
export async function openBareStores(
  environment: Environment,
  { description, shared = false, engines = "with-data" }: BareStoresNeeded,
): Promise<BareStores> {
  const { settings, logger } = readStoreSettings(environment);
  const running = shared ? await findRunningStores(settings, logger) : null;
  if (running !== null) return running;
  assertFolder(settings, engines);
  return startParts(async (started) => {
    const { stop, ...own } = await startBareEngines(settings, { logger, description, onFatal: failProcess });
    started.defer(stop);
    return { ...own, settings, logger, bodies: openBodyStores(settings) };
  });
}

async function findRunningStores(settings: StoreSettings, logger: Logger): Promise<BareStores | null> {
  const { RUAFLOW_DATA_DIR: folder, DATABASE_URL } = settings;
  const owner = DATABASE_URL === undefined ? await findRunningOwner(join(folder, "postgres")) : null;
  const databaseUrl = DATABASE_URL ?? owner?.url;
  const records = await connectToClickHouse(settings);
  if (databaseUrl !== undefined && records !== null) {
    const stop = () => records.close();
    return { settings, logger, databaseUrl, records, clickHouse: null, bodies: openBodyStores(settings), stop };
  }
  await records?.close();
  if (owner === null) return null;
  throw describeOwner(folder, owner);
}
