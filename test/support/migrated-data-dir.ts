import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandFlags } from "./child-process.ts";
import { createDataDir } from "./service.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const kept = join(root, "node_modules/.cache/tests");
const script = join(root, "test/support/migrate-data-dir.ts");

/**
 * A new folder for a service's data, with the schemas of this release: a service starts on it in half the CPU time that its first
 * start on an empty folder takes, and then does the rest of a first start. The first call of a machine makes what others copy.
 */
export function createMigratedDataDir(): string {
  const migrated = join(kept, `data-${readSchemaChecksum()}`);
  if (!existsSync(migrated)) migrate(migrated);
  const dataDir = createDataDir();
  // It keeps the owner of PostgreSQL's files.
  execFileSync("cp", ["-a", `${migrated}/.`, dataDir]);
  return dataDir;
}

function readSchemaChecksum(): string {
  const checksum = createHash("sha256");
  const files = globSync("libs/{metadata-store,record-store}/src/migrations/**/*.{sql,ts}", { cwd: root });
  for (const file of [...files.sort(), "package-lock.json"])
    checksum.update(file).update(readFileSync(join(root, file)));
  return checksum.digest("hex").slice(0, 16);
}

/** Under another name until it is whole: of two processes that do so at once, the second throws away what it has made. */
function migrate(path: string): void {
  mkdirSync(kept, { recursive: true });
  const draft = mkdtempSync(`${path}-`);
  execFileSync(process.execPath, [...commandFlags, script, draft]);
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(path)) throw error;
  }
}
