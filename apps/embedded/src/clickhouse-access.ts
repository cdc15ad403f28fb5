import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openPrivatePort } from "@ruaflow/engines/clickhouse-http";
import { sqlView } from "@ruaflow/record-store";
import type { Settings } from "./config.ts";

const toPath = (folder: string) => join(folder, "clickhouse.url");

/**
 * Lets commands read the embedded ClickHouse while the service has its files, as a backup must: writes the URL into a file
 * of the data folder that only its owner can read. `undefined` with a ClickHouse server.
 */
export async function openClickHouseAccess({ CLICKHOUSE_URL, RUAFLOW_DATA_DIR }: Settings) {
  if (CLICKHOUSE_URL !== undefined) return undefined;
  const folder = resolve(RUAFLOW_DATA_DIR);
  const path = toPath(folder);
  const server = await openPrivatePort({ path: join(folder, "clickhouse"), database: sqlView.database });
  await writeFile(`${path}.new`, `${server.url}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return {
    async close(): Promise<void> {
      await rm(path, { force: true });
      await server.close();
    },
  };
}

/** The URL of the ClickHouse of the service that runs on the folder; `null` without one. A killed service leaves its URL. */
export async function readClickHouseUrl(folder: string): Promise<string | null> {
  const text = await readFile(toPath(resolve(folder)), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text?.trim() ?? null;
}
