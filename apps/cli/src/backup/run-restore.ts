import { join, resolve } from "node:path";
import type { Environment } from "@ruaflow/runtime/settings";
import { openBareStores } from "../stores/bare-stores.ts";
import { readManifest } from "./folder/manifest.ts";
import type { Manifest } from "./folder/manifest-schema.ts";
import { describeDoubt } from "./folder/seal.ts";
import { verifyBackup } from "./folder/verify-backup.ts";
import { compareNumbers } from "./numbers/compare-numbers.ts";
import { printNumbers } from "./numbers/print-numbers.ts";
import { restoreBackup } from "./restore-backup.ts";
import { OFFSETS_FILE, printProgress } from "./run-backup.ts";

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
  const stores = await openBareStores(environment, { description: "ruaflow restore", engines: "any" });
  try {
    await restoreBackup(manifest, stores, { folder, replace: options.replace, onStep: printProgress });
    printNumbers(await compareNumbers(manifest, stores), {
      json: options.json,
      sentence: describeRestored(manifest, { folder, hasKafka: stores.settings.KAFKA_BROKERS !== undefined }),
    });
  } finally {
    await stores.stop();
  }
}

/** Offsets are Kafka's alone: what was restored without a Kafka has its log, with its positions, in PostgreSQL. */
export function describeRestored(
  { takenAt, log }: Pick<Manifest, "takenAt" | "log">,
  { folder, hasKafka }: { readonly folder: string; readonly hasKafka: boolean },
): string {
  const sentence = `Restored as of ${takenAt}.`;
  if (log.driver !== "kafka" || !hasKafka) return sentence;
  return `${sentence} Before you start the apps, set the offsets of ${log.group} back: ${join(folder, OFFSETS_FILE)}`;
}
