import { UsageError } from "@ruaflow/runtime/errors";
import { listDamagedBodies } from "../contents/bodies.ts";
import { isIntact } from "./archive-file.ts";
import type { Manifest } from "./manifest-schema.ts";

/**
 * Compares every file of a backup with its digest.
 * @throws {UsageError} naming the files that differ
 */
export async function verifyBackup(folder: string, { postgres, clickHouse, bodies }: Manifest): Promise<void> {
  const damaged: string[] = [];
  for (const file of [...postgres.tables, ...clickHouse.tables, bodies.list]) {
    if (!(await isIntact(folder, file))) damaged.push(file.file);
  }
  if (damaged.length === 0) damaged.push(...(await listDamagedBodies(folder)));
  if (damaged.length === 0) return;
  const listed = damaged.slice(0, LISTED_MAX).join(", ");
  const more = damaged.length > LISTED_MAX ? ` and ${damaged.length - LISTED_MAX} more` : "";
  throw new UsageError(`The backup is damaged, nothing was changed. Missing or changed: ${listed}${more}.`);
}

const LISTED_MAX = 10;
