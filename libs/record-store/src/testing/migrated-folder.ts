import { createHash } from "node:crypto";
import { cpSync, existsSync, lstatSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readChecksum } from "../migrations/migration.ts";
import { migrations } from "../migrations/migrations.ts";
import { createRecordStore } from "../record-store.ts";

const kept = fileURLToPath(new URL("../../../../node_modules/.cache/tests", import.meta.url));

/**
 * Makes `path` the folder of an embedded engine with empty tables of this release, as `migrate()` would in a third of the CPU time.
 * It copies a folder that the first test of a machine has migrated, so no engine may be open in this process.
 */
export async function createMigratedFolder(path: string): Promise<void> {
  const migrated = join(kept, `clickhouse-${readSchemaChecksum()}`);
  if (!existsSync(migrated)) await migrateFolder(migrated);
  copyFolder(migrated, path);
}

function readSchemaChecksum(): string {
  const steps = migrations.map((step) => `${step.number} ${readChecksum(step)}`);
  return createHash("sha256").update(steps.join()).digest("hex").slice(0, 16);
}

/** Under another name until it is whole: of two processes that do so at once, the second throws away what it has made. */
async function migrateFolder(path: string): Promise<void> {
  await mkdir(kept, { recursive: true });
  const draft = await mkdtemp(`${path}-`);
  const store = await createRecordStore({ path: draft });
  await store.migrate();
  await store.close();
  await rename(draft, path).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    if (!existsSync(path)) throw error;
  });
}

/** Without links, which lead into the folder that was migrated; the engine makes its own. `cp` would take ten times the CPU time. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
}
