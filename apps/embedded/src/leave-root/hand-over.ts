import { lchown, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@ruaflow/runtime/errors";
import { createFolder } from "@ruaflow/runtime/folders";
import type { ServiceUser } from "./os-user.ts";

/** What the service creates in its data folder. */
const OWN_NAMES = new Set(["clickhouse", "postgres", "secrets.key", "spool"]);

/**
 * Gives the data folder to the user, once: with everything in it when it belonged to another user, and never again, for from
 * then on the user could put something of root's there. Links are given themselves, never what they lead to. An interrupted
 * call begins anew, for the folder itself is given last. Resolves with whether anything was given.
 *
 * @throws {UsageError} for a folder that holds other things, such as `/`
 */
export async function handOver(folder: string, { uid, gid, name: user }: ServiceUser): Promise<boolean> {
  await createFolder(folder, 0o700);
  const root = await realpath(folder);
  if ((await stat(root)).uid === uid) return false;
  const names = await readdir(root);
  if (names.length > 0 && !names.some((name) => OWN_NAMES.has(name)))
    throw new UsageError(
      `RUAFLOW_DATA_DIR: ${root} is not a data folder of Ruaflow, so ${user} cannot become its owner.`,
    );
  // With types, for without them links are followed.
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries) await lchown(join(parentPath, name), uid, gid);
  await lchown(root, uid, gid);
  return true;
}
