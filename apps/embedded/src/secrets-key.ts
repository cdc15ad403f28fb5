import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The key that seals secrets, from a file of the data folder that only its owner can read; made on the first start.
 * Whoever has the folder's database and not this file has no secrets.
 */
export async function readOrCreateSecretsKey(folder: string): Promise<string> {
  const path = join(folder, "secrets.key");
  const found = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found !== null) return found.trim();
  const key = randomBytes(32).toString("base64");
  // Written beside and renamed: a start that is cut short leaves no half of a key.
  await writeFile(`${path}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return key;
}
