import { fileURLToPath } from "node:url";
import { commandFlags } from "../support/child-process.ts";
import { countReports } from "../support/list-reports.ts";
import { runWatched } from "./run-watched.ts";
import type { Memory } from "./watch-memory.ts";

const cli = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));

/** The running product on initially empty stores. */
export interface Target {
  readonly api: { readonly url: string };
  readonly key: string;
  /** Settings with which commands reach it. */
  readonly environment: Record<string, string>;
  /** The product's processes that an import uses besides the command; without external servers. */
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
  /** URL of the log's PostgreSQL, if the log is in PostgreSQL. */
  databaseUrl(): Promise<string>;
  /**
   * Stops it, then passes the folder of ClickHouse's data to `inspect`. The data are removed then or at the end of the
   * bench.
   */
  stop(inspect?: (clickHouseFolder: string) => Promise<void>): Promise<void>;
}

export interface ImportRun {
  /** Reports that can be queried now. */
  readonly stored: number;
  /** Time of the whole command, including its start. */
  readonly seconds: number;
  readonly commandPeak: Memory;
}

/**
 * Runs `ruaflow import`, which ends when its reports can be queried; this is checked.
 * @throws if the API lists another number of reports than the command stored
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
  if (listed !== stored) throw new Error(`${stored} reports were accepted, but ${listed} can be queried`);
  return { stored, seconds: run.seconds, commandPeak: run.peak };
}
