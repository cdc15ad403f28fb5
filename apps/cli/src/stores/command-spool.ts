import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { createFolder } from "@ruaflow/runtime/folders";

/**
 * A folder from another machine, whose processes cannot be checked, counts as abandoned if it has not changed for this
 * long.
 */
const FOREIGN_UNUSED_MS = 24 * 60 * 60 * 1000;

/** The folder for files that one command is reading. */
export interface CommandSpool {
  readonly folder: string;
  /** Removes the folder with its contents. */
  remove(): Promise<void>;
}

/**
 * Creates the spool of this process in `parent`, a folder that commands may share, even on several machines. Leftovers
 * of killed commands are removed first.
 */
export async function openCommandSpool(parent: string): Promise<CommandSpool> {
  await createFolder(parent, 0o700);
  const own = `${process.pid}@${hostname()}`;
  for (const name of await readdir(parent)) {
    if (name === own || (await isAbandoned(parent, name))) await removeAll(join(parent, name));
  }
  const folder = join(parent, own);
  await mkdir(folder, { mode: 0o700 });
  return { folder, remove: () => removeAll(folder) };
}

function removeAll(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}

async function isAbandoned(parent: string, name: string): Promise<boolean> {
  const [, pid, host] = name.match(/^(\d+)@(.+)$/) ?? [];
  if (pid !== undefined && host === hostname()) return !isRunning(Number(pid));
  const found = await stat(join(parent, name)).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > FOREIGN_UNUSED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user: it runs, but we may not signal it.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
