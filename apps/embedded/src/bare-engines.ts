import { join, resolve } from "node:path";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "@ruaflow/engines/postgres";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { type EmbeddedClickHouse, startClickHouse } from "./clickhouse/start.ts";
import { openDataFolder } from "./data-folder.ts";
import type { EngineSettings, EnginesOptions } from "./engine-options.ts";
import { waitForCommands } from "./wait-for-commands.ts";

/** The engines as they are: nothing was migrated. */
export interface BareEngines {
  readonly databaseUrl: string;
  readonly records: RecordStore;
  /** `null` with a ClickHouse server. */
  readonly clickHouse: EmbeddedClickHouse | null;
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
    if (isEmbedded) await openDataFolder(folder);
    const databaseUrl = settings.DATABASE_URL ?? (await startPostgres(folder, options, started));
    return { databaseUrl, ...(await openRecords(settings, options, started)) };
  });
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

/** The record store, on the embedded ClickHouse unless the settings name a server. */
export async function openRecords(
  settings: Pick<EngineSettings, "RUAFLOW_DATA_DIR" | "CLICKHOUSE_URL" | "CLICKHOUSE_CLUSTER">,
  options: Pick<EnginesOptions, "logger" | "metrics">,
  started: AsyncDisposableStack,
): Promise<{ readonly records: RecordStore; readonly clickHouse: EmbeddedClickHouse | null }> {
  const { CLICKHOUSE_URL: server, CLICKHOUSE_CLUSTER: cluster } = settings;
  const clickHouse = server === undefined ? await startClickHouse(resolve(settings.RUAFLOW_DATA_DIR), options) : null;
  started.defer(async () => clickHouse?.stop());
  const place = clickHouse ? { path: clickHouse.path, servedAt: clickHouse.url } : { url: server ?? "", cluster };
  const records = await createRecordStore(place);
  started.defer(() => records.close());
  return { records, clickHouse };
}
