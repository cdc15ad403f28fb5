import { join, resolve } from "node:path";
import type { Environment } from "@ruaflow/runtime/settings";
import { openOwnStores } from "../bare-stores.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest-schema.ts";
import { printNumbers } from "./print-numbers.ts";
import { restoreBackup } from "./restore-backup.ts";
import { OFFSETS_FILE, printProgress } from "./run-backup.ts";
import { describeDoubt } from "./seal.ts";
import { verifyBackup } from "./verify-backup.ts";

export interface RunRestoreOptions {
  readonly folder: string;
  readonly replace: boolean;
  readonly json: boolean;
}

/** Restores a backup and compares the numbers; the exit code is 1 when one differs. */
export async function runRestore(environment: Environment, options: RunRestoreOptions): Promise<void> {
  const folder = resolve(options.folder);
  const manifest = await readManifest(folder);
  await verifyBackup(folder, manifest);
  printProgress("every file is intact");
  const doubt = describeDoubt(manifest);
  if (doubt !== null) printProgress(`warning: ${doubt}`);
  const stores = await openOwnStores(environment, "ruaflow restore");
  try {
    await restoreBackup(manifest, stores, { folder, replace: options.replace, onStep: printProgress });
    printNumbers(await compareNumbers(manifest, stores), { json: options.json, sentence: describe(manifest, folder) });
  } finally {
    await stores.stop();
  }
}

function describe({ takenAt, log }: Manifest, folder: string): string {
  const sentence = `Restored as of ${takenAt}.`;
  if (log.driver !== "kafka") return sentence;
  return `${sentence} Before you start the apps, set the offsets of ${log.group} back: ${join(folder, OFFSETS_FILE)}`;
}
