import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** Files of the data folder with the URLs of the running service; only the folder's owner can read them. */
const FILES = {
  api: "api.url",
  /** ClickHouse for commands of the product: everything is allowed. It names a Unix socket in a folder of the owner, and has no password. */
  full: "clickhouse.url",
  /** ClickHouse for SQL: reads, within limits. */
  readOnly: "clickhouse-read-only.url",
} as const;

export type Offered = keyof typeof FILES;

/** Offers a URL to other processes until the end of what was started. */
export async function offerUrl(
  folder: string,
  { name, url }: { readonly name: Offered; readonly url: string },
  started: AsyncDisposableStack,
): Promise<void> {
  const path = toPath(folder, name);
  await writeFile(`${path}.new`, `${url}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  started.defer(() => rm(path, { force: true }));
}

/** A URL of the service that runs on the folder; `null` without one. A killed service leaves its URLs. */
export async function readOfferedUrl(folder: string, name: Offered): Promise<string | null> {
  const text = await readFile(toPath(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text?.trim() ?? null;
}

function toPath(folder: string, name: Offered): string {
  return join(resolve(folder), FILES[name]);
}

/** A URL by which programs of this machine reach a service that listens at all of its addresses. */
export function toLocalUrl(url: string): string {
  const local = new URL(url);
  if (local.hostname === "0.0.0.0" || local.hostname === "[::]") local.hostname = "127.0.0.1";
  return local.origin;
}
