import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ClickHouseHttpServer, openPrivatePort, openSqlPort } from "@ruaflow/engines/clickhouse-http";
import { defaultDatabase, sqlView } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Settings } from "./config.ts";

/** Files of the data folder with the URLs of the running service's ClickHouse; only the folder's owner can read them. */
const FILES = {
  /** For commands of the product: everything is allowed. It names a Unix socket in a folder of the owner, and has no password. */
  full: "clickhouse.url",
  /** For SQL: reads, within limits. */
  readOnly: "clickhouse-read-only.url",
} as const;

type Access = keyof typeof FILES;

/**
 * Lets commands read the embedded ClickHouse while the service has its files: a backup all of it, and SQL what its readers may
 * see. `undefined` with a ClickHouse server.
 */
export async function openClickHouseAccess({ CLICKHOUSE_URL, RUAFLOW_DATA_DIR }: Settings) {
  if (CLICKHOUSE_URL !== undefined) return undefined;
  const folder = resolve(RUAFLOW_DATA_DIR);
  const path = join(folder, "clickhouse");
  const { stop } = await startParts(async (started) => {
    const full = await openPrivatePort({ path, database: defaultDatabase, socketFolder: join(folder, "private") });
    started.defer(() => full.close());
    await offer(join(folder, FILES.full), full.url, started);
    const readOnly = await openReadOnlyAccess(path);
    started.defer(() => readOnly.close());
    await offer(join(folder, FILES.readOnly), readOnly.url, started);
    return {};
  });
  return { close: stop };
}

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

/** Opens the engine of a folder to SQL readers, on a free port of 127.0.0.1 with a random password in its URL. */
export async function openReadOnlyAccess(path: string) {
  const key = randomBytes(32).toString("base64url");
  const server = await openSqlPort({ path, port: 0, key, ...sqlView });
  const url = new URL(`/${defaultDatabase}`, server.url);
  url.username = "ruaflow";
  url.password = key;
  return { url: url.href, close: () => server.close() };
}

async function offer(path: string, url: string, started: AsyncDisposableStack): Promise<void> {
  await writeFile(`${path}.new`, `${url}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  started.defer(() => rm(path, { force: true }));
}

/** The URL of the ClickHouse of the service that runs on the folder; `null` without one. A killed service leaves its URL. */
export async function readClickHouseUrl(folder: string, access: Access = "full"): Promise<string | null> {
  const text = await readFile(join(resolve(folder), FILES[access]), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text?.trim() ?? null;
}
