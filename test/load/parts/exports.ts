import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandFlags } from "../../support/child-process.ts";
import { installPythonPackage, pythonPackages } from "../../support/python-package.ts";
import type { Figure } from "../figure.ts";
import { type FilledStore, openFilledStore } from "../filled-store.ts";
import type { Part } from "../part.ts";
import { runWatched } from "../run-watched.ts";
import { readMemory, watchMemory } from "../watch-memory.ts";
import { toManyOrganizations } from "./questions.ts";
import { waitForViews } from "./views.ts";

const cli = fileURLToPath(new URL("../../../apps/cli/src/main.ts", import.meta.url));

/** `ruaflow export` beside the running service, which writes the files; then DuckDB counts what they hold. */
export const exportsPart: Part = {
  name: "exports",
  title: "export of all records to Parquet beside the running service",
  async run(context) {
    const { options, progress } = context;
    const store = await openFilledStore("questions", toManyOrganizations(options.records), context);
    const folder = mkdtempSync(join(tmpdir(), "ruaflow-bench-export-"));
    try {
      await waitForViews(store);
      const figures = await measure(store, folder, progress);
      const files = readdirSync(folder).filter((name) => name.endsWith(".parquet"));
      return { figures, notes: [countWithDuckDb(folder, files.length, store.filled.records)] };
    } finally {
      await rm(folder, { recursive: true });
      await store.stop();
    }
  },
};

async function measure(store: FilledStore, folder: string, progress: (text: string) => void): Promise<Figure[]> {
  const pid = store.service.child.pid ?? 0;
  const before = readMemory(pid).rss;
  const watch = watchMemory(pid);
  const command = ["export", "--format", "parquet", "--since", "2000-01-01", "--to", folder];
  const environment = { RUAFLOW_DATA_DIR: store.folder, RUAFLOW_LOG_LEVEL: "error" };
  const run = () =>
    runWatched(process.execPath, [...commandFlags, cli, ...command], {
      environment,
      onErrorOutput: (text) => progress(text.trim()),
    });
  const { seconds, peak } = await run();
  watch.stop();
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const again = await run();
  return [
    { name: "records written", unit: "records/s", values: [store.filled.records / seconds] },
    { name: "Parquet written", unit: "MB/s", values: [bytes / 1e6 / seconds] },
    { name: "size of the files", unit: "MB", values: [bytes / 1e6] },
    { name: "RSS of the service before", unit: "MiB", values: [before] },
    { name: "RSS of the service at most", unit: "MiB", values: [watch.peak().rss] },
    { name: "RSS of the command at most", unit: "MiB", values: [peak.rss] },
    { name: "the same again, nothing changed", unit: "s", values: [again.seconds] },
  ];
}

/** @throws if DuckDB finds other records than were stored */
function countWithDuckDb(folder: string, files: number, records: number): string {
  const python = join(installPythonPackage(pythonPackages.duckdb), "python");
  const query = `SELECT count(*), sum(messages), count(DISTINCT report_id) FROM '${folder}/records-*.parquet'`;
  const script = "import duckdb, json, sys\nprint(json.dumps([int(n) for n in duckdb.sql(sys.argv[1]).fetchall()[0]]))";
  const [rows, messages, reports] = JSON.parse(execFileSync(python, ["-c", script, query], { encoding: "utf8" }));
  if (rows !== records) throw new Error(`DuckDB finds ${rows} records, ${records} are stored`);
  const text = (value: number) => value.toLocaleString("en");
  return `DuckDB reads ${files} files: ${text(rows)} records, as stored, with ${text(messages)} messages in ${text(reports)} reports`;
}
