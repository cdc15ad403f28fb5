import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { describeError, UsageError } from "./errors.ts";

/**
 * Creates the folder and those above it that are missing, one by one: with `recursive`, Node tries for ever where a folder
 * takes no others, as `/proc` does.
 * @returns whether one was missing
 * @throws {UsageError} when it cannot be created, or something else has its name
 */
export async function createFolder(path: string, mode = 0o777): Promise<boolean> {
  const missing: string[] = [];
  try {
    for (let folder = resolve(path); !(await isFolder(folder)); folder = dirname(folder)) missing.unshift(folder);
    for (const folder of missing) await createOne(folder, mode);
    return missing.length > 0;
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${path} cannot be created: ${describeError(error)}`, { cause: error });
  }
}

/** False where nothing is. */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found !== null && !found.isDirectory()) throw new UsageError(`${path} is not a folder.`);
  return found !== null;
}

/** Another process may create it meanwhile. */
async function createOne(folder: string, mode: number): Promise<void> {
  await mkdir(folder, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST" || !(await isFolder(folder))) throw error;
  });
}
