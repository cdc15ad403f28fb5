import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { defaultDatabase } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import type { EmbeddedClickHouse } from "./start.ts";

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
 * see.
 */
export function offerClickHouse(
  dataFolder: string,
  clickHouse: EmbeddedClickHouse,
): Promise<{ stop(): Promise<void> }> {
  const folder = resolve(dataFolder);
  return startParts(async (started) => {
    await offer(join(folder, FILES.full), clickHouse.url, started);
    await offer(join(folder, FILES.readOnly), await openReadOnlyAccess(clickHouse), started);
    return {};
  });
}

/** Opens the engine to SQL readers, on a free port of 127.0.0.1 with a random password in its URL. */
export async function openReadOnlyAccess(clickHouse: EmbeddedClickHouse): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  const url = new URL(`/${defaultDatabase}`, await clickHouse.openSql({ port: 0, key }));
  url.username = "ruaflow";
  url.password = key;
  return url.href;
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
