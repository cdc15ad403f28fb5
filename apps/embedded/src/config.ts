import { resolve } from "node:path";
import { type Environment, readSettings, Secret } from "@ruaflow/runtime";
import { type Static, Type } from "typebox";

/** Settings of the embedded service, and of every command that works on the same stores. */
export const settingsSchema = Type.Object({
  RUAFLOW_DATA_DIR: Type.String({ default: "./data", description: "Folder of the embedded engines' data." }),
  RUAFLOW_HOST: Type.String({ default: "127.0.0.1", description: "Address the API listens on." }),
  RUAFLOW_PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65535, description: "Port of the API; 0: any." }),
  RUAFLOW_LOG_LEVEL: Type.Union(
    ["trace", "debug", "info", "warn", "error", "silent"].map((level) => Type.Literal(level)),
    { default: "info", description: "Lines less important than this are not logged." },
  ),
  RUAFLOW_LOG_PARTITIONS: Type.Integer({
    default: 6,
    minimum: 1,
    maximum: 1000,
    description: "Partitions of the event log's topics, when they are created.",
  }),
  RUAFLOW_UPLOAD_BYTES_MAX: Type.Integer({
    default: 20 * 1024 * 1024,
    minimum: 1024,
    description: "Largest upload in bytes.",
  }),
  RUAFLOW_READ_BACK: Type.Boolean({
    default: true,
    description: "Ask ClickHouse what is there before writing again. Off only to show what then goes wrong.",
  }),
  KAFKA_BROKERS: Type.Optional(
    Type.String({ description: "Apache Kafka as event log, host:port with commas between; not set: Postgres." }),
  ),
  CLICKHOUSE_URL: Secret({ description: "ClickHouse server, http(s)://user:password@host:8123; not set: embedded." }),
  DATABASE_URL: Secret({ description: "PostgreSQL server, postgres://user:password@host/db; not set: embedded." }),
});

export type Settings = Static<typeof settingsSchema>;

/** @throws {SettingsError} naming every variable that cannot be used */
export function readEmbeddedSettings(environment: Environment): Settings {
  const settings = readSettings(settingsSchema, environment);
  return { ...settings, RUAFLOW_DATA_DIR: resolve(settings.RUAFLOW_DATA_DIR) };
}
