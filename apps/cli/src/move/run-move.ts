import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { verifyBackup } from "../backup/folder/verify-backup.ts";
import { compareNumbers } from "../backup/numbers/compare-numbers.ts";
import { printNumbers } from "../backup/numbers/print-numbers.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { printProgress } from "../backup/run-backup.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { type BareStores, openBareStores } from "../stores/bare-stores.ts";

export interface RunMoveOptions {
  readonly file: string;
  readonly replace: boolean;
  readonly json: boolean;
  readonly release: string;
}

/** Copies the stores of `environment` to those of the file, and compares the numbers. */
export async function runMove(environment: Environment, options: RunMoveOptions): Promise<void> {
  const servers = await readServers(options.file);
  const source = await openBareStores(environment, { description: "ruaflow move" });
  try {
    const target = await openBareStores(servers, { description: "ruaflow move" });
    try {
      await move({ source, target }, options);
    } finally {
      await target.stop();
    }
  } finally {
    await source.stop();
  }
}

async function move({ source, target }: Omit<Way, "folder">, options: RunMoveOptions): Promise<void> {
  if (source.databaseUrl === target.databaseUrl) throw new UsageError("The file names the stores that the data is in.");
  const folder = join(source.settings.RUAFLOW_DATA_DIR, "move");
  // What an interrupted move has left is of an earlier moment.
  await rm(folder, { recursive: true, force: true });
  const compared = await copy({ source, target, folder }, options);
  await rm(folder, { recursive: true });
  const sentence = "Start the apps on the servers; do not start the service on the data folder again.";
  printNumbers(compared, { json: options.json, sentence });
}

interface Way {
  readonly source: BareStores;
  readonly target: BareStores;
  readonly folder: string;
}

async function copy({ source, target, folder }: Way, { replace, release }: RunMoveOptions) {
  const onTable = (name: string, rows: number) => printProgress(`read ${name}: ${rows} rows`);
  const manifest = await writeBackup(source, { folder, release, onTable });
  await verifyBackup(folder, manifest);
  await restoreBackup(manifest, target, { folder, replace, onStep: printProgress });
  return compareNumbers(manifest, target);
}

async function readServers(file: string): Promise<Environment> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  const servers = parseEnv(text);
  for (const name of ["DATABASE_URL", "CLICKHOUSE_URL"]) {
    if (servers[name] === undefined && servers[`${name}_FILE`] === undefined)
      throw new UsageError(`${file} does not set ${name}.`);
  }
  return servers;
}
