import { UsageError } from "@ruaflow/runtime/errors";
import { platformKey, tryResolveLibchdb } from "chdb/libchdb";

/**
 * Says what to do where npm has not installed the engine: it is an optional dependency, which the image for servers
 * leaves out. Loads nothing.
 *
 * @throws UsageError
 */
export function requireChdb(): void {
  if (tryResolveLibchdb() !== undefined) return;
  throw new UsageError(
    `The embedded ClickHouse is not installed: npm's package @chdb/lib-… for ${platformKey()} is missing. Set CLICKHOUSE_URL to use a ClickHouse server.`,
  );
}
