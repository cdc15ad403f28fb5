import { fileURLToPath } from "node:url";
import { commandFlags } from "../support/child-process.ts";
import { countReports } from "../support/list-reports.ts";
import { runWatched } from "./run-watched.ts";
import type { Memory } from "./watch-memory.ts";

const cli = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));

/** The product, running on stores that are empty at first. */
export interface Target {
  readonly api: { readonly url: string };
  readonly key: string;
  /** Settings by which commands reach it. */
  readonly environment: Record<string, string>;
  /** The processes that an import keeps busy beside the command itself; servers that are not ours are left out. */
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
  /** Where the log's Postgres lies, when the log is one. */
  databaseUrl(): Promise<string>;
  /** Stops it, then gives the folder of ClickHouse's data to `inspect`; its data go with it or when the bench ends. */
  stop(inspect?: (clickHouseFolder: string) => Promise<void>): Promise<void>;
}

export interface ImportRun {
  /** Reports that can be asked for now. */
  readonly stored: number;
  /** Of the whole command, its start included. */
  readonly seconds: number;
  readonly commandPeak: Memory;
}

/**
 * Runs `ruaflow import`, which ends when what it was given can be asked for; that it can is checked.
 * @throws when the API does not list as many reports as the command says it has stored
 */
export async function importPath(
  target: Target,
  path: string,
  onErrorOutput?: (text: string, pid: number) => void,
): Promise<ImportRun> {
  const args = [...commandFlags, cli, "import", "--add-domains", "--json", path];
  const before = await countReports(target.api, target.key);
  const run = await runWatched(process.execPath, args, {
    environment: target.environment,
    ...(onErrorOutput && { onErrorOutput }),
  });
  const stored = JSON.parse(run.stdout).entries.accepted;
  const listed = (await countReports(target.api, target.key)) - before;
  if (listed !== stored) throw new Error(`${stored} reports were accepted, but ${listed} can be asked for`);
  return { stored, seconds: run.seconds, commandPeak: run.peak };
}
