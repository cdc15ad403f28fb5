import { UsageError } from "@ruaflow/runtime/errors";
import type { Settings } from "../config.ts";
import type { EmbeddedClickHouse } from "./start.ts";

/**
 * Opens the read-only SQL port of the embedded engine when `RUAFLOW_SQL_PORT` is set. The engine's tables must exist.
 * @returns its URL, or `null` without one
 * @throws {UsageError} without a key, or when the data is on a server, which has its own interface
 */
export async function openConfiguredSqlPort(
  { RUAFLOW_SQL_PORT: port, RUAFLOW_SQL_KEY: key }: Settings,
  clickHouse: EmbeddedClickHouse | null,
): Promise<string | null> {
  if (port === undefined) return null;
  if (clickHouse === null)
    throw new UsageError(
      "RUAFLOW_SQL_PORT opens the embedded ClickHouse; with CLICKHOUSE_URL query that server instead.",
    );
  if (key === undefined) throw new UsageError("RUAFLOW_SQL_PORT needs RUAFLOW_SQL_KEY, the password of that port.");
  return clickHouse.openSql({ port, key });
}
