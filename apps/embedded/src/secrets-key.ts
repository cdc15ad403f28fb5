import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "secrets.key";

/** The key in the data folder; `null` without one. */
export async function readSecretsKey(folder: string): Promise<string | null> {
  const found = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found?.trim() ?? null;
}

/**
 * Reads the key that encrypts secrets from a file in the data folder that only its owner can read; the first start
 * creates it. A copy of the database without this file reveals no secrets.
 */
export async function readOrCreateSecretsKey(folder: string): Promise<string> {
  const found = await readSecretsKey(folder);
  if (found !== null) return found;
  const path = join(folder, FILE);
  const key = randomBytes(32).toString("base64");
  // Written under another name and renamed, so that an interrupted start does not leave part of a key.
  await writeFile(`${path}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return key;
}
