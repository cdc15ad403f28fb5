import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startEmbeddedPostgres } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/engines/testing";
import { countCpu } from "../count-cpu.ts";
import type { Storing } from "../import-figures.ts";
import { runWatched } from "../run-watched.ts";

/** Runs parsedmarc's own command, which stores into an empty PostgreSQL with the settings of Ruaflow's embedded one. */
export async function storeWithParsedmarc(python: string, path: string, processes: number): Promise<Storing> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-parsedmarc-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres") });
  try {
    const config = join(folder, "parsedmarc.ini");
    await writeFile(config, toConfig(postgres.url, processes));
    const { result, cpuSeconds } = await countCpu(() =>
      runWatched(join(dirname(python), "parsedmarc"), ["-c", config, path]),
    );
    const [row] = await executeSql(postgres.url, "SELECT count(*)::int AS stored FROM dmarc_aggregate_report");
    return { stored: Number(row?.stored), seconds: result.seconds, cpuSeconds };
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

/** Offline, as in the other runs: no DNS, and nothing is downloaded. */
function toConfig(url: string, processes: number): string {
  return `[general]
offline = True
always_use_local_files = True
silent = True
save_aggregate = True
n_procs = ${processes}

[postgresql]
connection_string = ${url.replaceAll("%", "%%")}
`;
}
