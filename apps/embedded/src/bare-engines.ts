import { join, resolve } from "node:path";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "@ruaflow/engines/postgres";
import { createRecordStore, type RecordStore, type RecordStoreOptions } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { createFolder } from "@ruaflow/runtime/folders";
import type { EngineSettings, EnginesOptions } from "./engine-options.ts";
import { waitForCommands } from "./wait-for-commands.ts";

/** The engines as they are: nothing was migrated. */
export interface BareEngines {
  readonly databaseUrl: string;
  readonly records: RecordStore;
  stop(): Promise<void>;
}

type BareSettings = Pick<EngineSettings, "RUAFLOW_DATA_DIR" | "DATABASE_URL" | "CLICKHOUSE_URL" | "CLICKHOUSE_CLUSTER">;

/**
 * Starts the embedded engines, or connects to the servers that the settings name, whatever their schemas.
 * @throws {UsageError} when the data folder cannot be used, for example because another process owns it
 */
export function startBareEngines(settings: BareSettings, options: EnginesOptions): Promise<BareEngines> {
  return startParts(async (started) => {
    const folder = resolve(settings.RUAFLOW_DATA_DIR);
    const isEmbedded = settings.DATABASE_URL === undefined || settings.CLICKHOUSE_URL === undefined;
    if (isEmbedded) await createDataFolder(folder);
    const databaseUrl = settings.DATABASE_URL ?? (await startPostgres(folder, options, started));
    const records = await createRecordStore(toRecordStoreOptions(settings, folder));
    started.defer(() => records.close());
    return { databaseUrl, records };
  });
}

/** Closed to other users. Root's may be entered, not listed, for PostgreSQL then runs as a user of its own. */
export async function createDataFolder(folder: string): Promise<void> {
  await createFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

export async function startPostgres(
  folder: string,
  options: EnginesOptions,
  started: AsyncDisposableStack,
): Promise<string> {
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

export function toRecordStoreOptions(
  { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster }: Pick<EngineSettings, "CLICKHOUSE_URL" | "CLICKHOUSE_CLUSTER">,
  folder: string,
): RecordStoreOptions {
  return url === undefined ? { path: join(folder, "clickhouse") } : { url, cluster };
}
