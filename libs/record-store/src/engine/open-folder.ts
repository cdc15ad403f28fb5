import { resolve } from "node:path";
import { createFolder } from "@ruaflow/runtime/folders";
import { Session } from "chdb";
import { defaultDatabase } from "./engine.ts";
import { writeRoles } from "./reader-role.ts";

/**
 * Opens the engine of a folder inside this process, with its roles and its database. Sessions that are opened later join it. No
 * other process may use the folder until `close`.
 */
export async function openFolder(path: string): Promise<{ close(): void }> {
  await createFolder(path, 0o700);
  const first = new Session(path, { connectionArgs: await writeRoles(resolve(path)) });
  await first.queryAsync(`CREATE DATABASE IF NOT EXISTS ${defaultDatabase}`);
  return { close: () => first.close() };
}
