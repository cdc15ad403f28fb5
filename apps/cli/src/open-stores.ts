import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createLog, readEmbeddedSettings, type Settings, startEngines } from "@ruaflow/embedded";
import type { EventLog } from "@ruaflow/event-log";
import { createMetadataStore, findRunningOwner, type MetadataStore } from "@ruaflow/metadata-store";
import { createRecordWriter } from "@ruaflow/record-writer";
import {
  createLogger,
  createMetrics,
  type Environment,
  failProcess,
  type Logger,
  stopInOrder,
  UsageError,
} from "@ruaflow/runtime";

/** What a command of the operator works with. */
export interface Stores {
  readonly metadata: MetadataStore;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly spoolFolder: string;
  stop(): Promise<void>;
}

/**
 * Connects to the stores of the service that runs on the data folder, or to the servers that the settings name; when
 * there is neither, starts the engines and a record-writer for as long as the command runs.
 */
export async function openStores(environment: Environment): Promise<Stores> {
  const settings = readEmbeddedSettings({ RUAFLOW_LOG_LEVEL: "warn", ...environment });
  const logger = createLogger({ app: "cli", level: settings.RUAFLOW_LOG_LEVEL });
  if (settings.DATABASE_URL !== undefined) return connect(settings, settings.DATABASE_URL, logger);
  for (let attempt = 1; ; attempt += 1) {
    const running = await findRunningOwner(join(settings.RUAFLOW_DATA_DIR, "postgres"));
    if (running) return connect(settings, running.url, logger);
    try {
      return await startOwnEngines(settings, logger);
    } catch (error) {
      // A service that is just starting has the folder but does not answer yet.
      if (!(error instanceof UsageError) || attempt === STARTING_ATTEMPTS) throw error;
    }
  }
}

/** How often to look again for a service that is just starting; each attempt waits some seconds by itself. */
const STARTING_ATTEMPTS = 3;

async function connect(settings: Settings, url: string, logger: Logger): Promise<Stores> {
  const spoolFolder = join(settings.RUAFLOW_DATA_DIR, "spool-cli");
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  const metadata = await createMetadataStore({ url });
  const log = createLog(settings, url, logger);
  return { metadata, log, logger, spoolFolder, stop: () => stopInOrder([() => log.close(), () => metadata.close()]) };
}

async function startOwnEngines(settings: Settings, logger: Logger): Promise<Stores> {
  const description = "a ruaflow command";
  const engines = await startEngines({ settings, logger, description, onFatal: failProcess });
  const writer = await createRecordWriter({
    ...engines,
    logger,
    metrics: createMetrics(),
    readBack: true,
    onFatal: failProcess,
  });
  return { ...engines, logger, stop: () => stopInOrder([() => writer.stop(), () => engines.stop()]) };
}
