import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { eventLogSettings } from "@ruaflow/event-log";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { rawStoreSettings } from "@ruaflow/object-store/bodies";
import { recordStoreSettings } from "@ruaflow/record-store/settings";
import { UsageError } from "@ruaflow/runtime/errors";
import { createLogger, type Logger, loggerSettings } from "@ruaflow/runtime/logging";
import { dataFolderSettings, type Environment, readSettings, type SettingsOf } from "@ruaflow/runtime/settings";

/** Settings of the stores that a command uses, the same as the service's. */
export const storeSettingsSchema = {
  ...dataFolderSettings,
  ...metadataStoreSettings,
  ...secretsSettings,
  ...recordStoreSettings,
  ...rawStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
};

export type StoreSettings = SettingsOf<typeof storeSettingsSchema>;

/** The settings, with the whole path of the data folder, and a logger for warnings unless they say otherwise. */
export function readStoreSettings(environment: Environment): {
  readonly settings: StoreSettings;
  readonly logger: Logger;
} {
  const given = readSettings(storeSettingsSchema, { RUAFLOW_LOG_LEVEL: "warn", ...environment });
  const settings = { ...given, RUAFLOW_DATA_DIR: resolve(given.RUAFLOW_DATA_DIR) };
  return { settings, logger: createLogger({ app: "cli", level: String(settings.RUAFLOW_LOG_LEVEL) }) };
}

/** Where engines may start: on a folder that has their data, or on any, which then has it. */
export type EngineFolder = "with-data" | "any";

/** @throws {UsageError} when engines would start on a folder without their data, and must not make it */
export function assertFolder(
  { RUAFLOW_DATA_DIR: folder, DATABASE_URL, CLICKHOUSE_URL }: StoreSettings,
  allowed: EngineFolder,
): void {
  const engines = [
    ...(DATABASE_URL === undefined ? ["postgres"] : []),
    ...(CLICKHOUSE_URL === undefined ? ["clickhouse"] : []),
  ];
  if (allowed === "any" || engines.length === 0 || engines.some((name) => existsSync(join(folder, name)))) return;
  throw new UsageError(
    `${folder} has no data. Name the service's folder with RUAFLOW_DATA_DIR, or its servers with DATABASE_URL and CLICKHOUSE_URL; npm start makes a new one.`,
  );
}

/** Where the data of these settings is. */
export function toPlace({ RUAFLOW_DATA_DIR: dataFolder, DATABASE_URL }: StoreSettings) {
  const url = DATABASE_URL === undefined ? null : URL.parse(DATABASE_URL);
  return { dataFolder, database: url === null ? "" : `${url.host}${url.pathname}` };
}
