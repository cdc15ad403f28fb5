import { randomBytes } from "node:crypto";
import { defaultDatabase } from "@ruaflow/record-store";
import { offerUrl } from "../offered-urls.ts";
import type { EmbeddedClickHouse } from "./start.ts";

/**
 * Lets commands read the embedded ClickHouse while the service has its files: a backup all of it, and SQL what its readers may
 * see.
 */
export async function offerClickHouse(
  folder: string,
  clickHouse: EmbeddedClickHouse,
  started: AsyncDisposableStack,
): Promise<void> {
  await offerUrl(folder, { name: "full", url: clickHouse.url }, started);
  await offerUrl(folder, { name: "readOnly", url: await openReadOnlyAccess(clickHouse) }, started);
}

/** Opens the engine to SQL readers, on a free port of 127.0.0.1 with a random password in its URL. */
export async function openReadOnlyAccess(clickHouse: EmbeddedClickHouse): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  const url = new URL(`/${defaultDatabase}`, await clickHouse.openSql({ port: 0, key }));
  url.username = "ruaflow";
  url.password = key;
  return url.href;
}
