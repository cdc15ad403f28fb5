import { join, resolve } from "node:path";
import { type ClickHouseHttpServer, openSqlPort } from "@ruaflow/engines/clickhouse-http";
import { sqlView } from "@ruaflow/record-store";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Settings } from "./config.ts";

/**
 * Opens the read-only SQL port of the embedded engine when `RUAFLOW_SQL_PORT` is set. The engine's tables must exist.
 * @throws {UsageError} without a key, or when the data is on a server, which has its own interface
 */
export async function openConfiguredSqlPort(settings: Settings): Promise<ClickHouseHttpServer | undefined> {
  const { RUAFLOW_SQL_PORT: port, RUAFLOW_SQL_KEY: key, CLICKHOUSE_URL, RUAFLOW_DATA_DIR } = settings;
  if (port === undefined) return undefined;
  if (CLICKHOUSE_URL !== undefined)
    throw new UsageError(
      "RUAFLOW_SQL_PORT opens the embedded ClickHouse; with CLICKHOUSE_URL query that server instead.",
    );
  if (key === undefined) throw new UsageError("RUAFLOW_SQL_PORT needs RUAFLOW_SQL_KEY, the password of that port.");
  return openSqlPort({ path: join(resolve(RUAFLOW_DATA_DIR), "clickhouse"), port, key, ...sqlView });
}
