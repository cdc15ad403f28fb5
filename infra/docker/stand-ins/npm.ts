import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The npm of Node 24: an older one reads the lockfile's `allowScripts` otherwise. */
const NPM = "npm@11";

/** Installs npm into a temporary folder, once; resolves to the folder of the package. */
export async function fetchNpm(): Promise<string> {
  const folder = join(tmpdir(), "ruaflow-stand-in-npm");
  await mkdir(folder, { recursive: true });
  await promisify(execFile)("npm", ["install", "--no-save", "--prefix", folder, NPM]);
  return join(folder, "node_modules/npm");
}
