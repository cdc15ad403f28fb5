// `node test/load/csv-export.ts [ROWS]`: memory and time of CSV exports of a million rows, in the embedded mode.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { listAllReports } from "../support/list-reports.ts";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import type { FillSpec } from "./fill/spec.ts";
import { runWatched } from "./run-watched.ts";
import { readStoredBytes } from "./stored-bytes.ts";
import { importPath } from "./target.ts";
import { readMemory, watchMemory } from "./watch-memory.ts";
import { writeLargeReport } from "./write-reports.ts";

const GROWTH_MIB_MAX = 100;
/** Bytes that the slow client reads per second. */
const SLOW_BYTES_PER_S = 5 * 1024 * 1024;
/** Lines read of each export before it is measured, so that the heap of the first thousands of rows is allocated. */
const WARM_UP_LINES = 100_000;

const fillScript = fileURLToPath(new URL("fill/main.ts", import.meta.url));
const rows = Number(process.argv[2] ?? 1_000_000);
const folder = createDataDir();
const environment = { RUAFLOW_DATA_DIR: folder, RUAFLOW_LOG_LEVEL: "error" };

interface Export {
  readonly name: string;
  readonly key: string;
  readonly path: string;
  readonly isSlow?: boolean;
}

try {
  const giant = await importGiantReport();
  const organizationId = await fillReports();
  // Merging the filled parts takes memory too.
  await readStoredBytes(join(folder, "clickhouse"), { settled: true });
  const service = await startService(folder, { RUAFLOW_RATE_LIMITS: "off" });
  const key = (await runOrThrow(["keys", "create", "bench", "--org", organizationId], environment)).trim();
  const days = "start_date=2000-01-01&end_date=2049-12-31&format=csv";
  const exports: readonly Export[] = [
    { name: "records of one report", ...giant },
    { name: "reports of one organization", key, path: "/api/v1/reports?format=csv" },
    { name: "records of one report, slow client", ...giant, isSlow: true },
    { name: "sources of one organization", key, path: `/api/v1/reports/sources?${days}` },
    { name: "failures of one organization", key, path: `/api/v1/reports/failures?${days}` },
  ];
  for (const each of exports) await measure(service, each);
  await service.stop();
} finally {
  await removeDataDir(folder);
}
process.exit();

/** Imports a report of `rows` records through the command. */
async function importGiantReport(): Promise<Pick<Export, "key" | "path">> {
  const files = await mkdtemp(join(tmpdir(), "ruaflow-bench-csv-"));
  const service = await startService(folder);
  try {
    const path = join(files, "giant.xml.gz");
    await writeLargeReport(path, rows);
    const key = service.key ?? "";
    const processes = [{ name: "service", pid: service.child.pid ?? 0 }];
    const nothing = { databaseUrl: async () => "", stop: async () => undefined };
    await importPath({ api: service, key, environment, processes, ...nothing }, path);
    const [report] = await listAllReports(service, key);
    return { key, path: `/api/v1/reports/${report?.id}?format=csv` };
  } finally {
    await service.stop();
    await rm(files, { recursive: true });
  }
}

/** Stores `rows` reports of one record each directly; returns the id of their organization. */
async function fillReports(): Promise<string> {
  const organization = { name: "many", domains: 1000, reports: rows, recordsMean: 1 };
  const spec: FillSpec = { organizations: [organization], days: 365 };
  const { stdout } = await runWatched(process.execPath, [fillScript, folder, JSON.stringify(spec)], {
    onErrorOutput: (text) => process.stderr.write(text),
  });
  return JSON.parse(stdout).organizations[0].id;
}

async function measure(service: RunningService, { name, key, path, isSlow = false }: Export): Promise<void> {
  const pid = service.child.pid ?? 0;
  const atRest = readMemory(pid).rss;
  await download(`${service.url}${path}`, key, { linesMax: WARM_UP_LINES });
  await sleep(2000);
  const before = readMemory(pid);
  const watch = watchMemory(pid);
  const startedAt = performance.now();
  const { lines, mebibytes } = await download(`${service.url}${path}`, key, { isSlow });
  const seconds = (performance.now() - startedAt) / 1000;
  watch.stop();
  const growth = watch.peak().rss - before.rss;
  const anonymous = watch.peak().anonymous - before.anonymous;
  const verdict = growth <= GROWTH_MIB_MAX ? "" : `  MORE THAN ${GROWTH_MIB_MAX}`;
  const size = `${(lines - 1).toLocaleString("en")} rows, ${mebibytes.toFixed(0)} MiB in ${seconds.toFixed(1)} s`;
  const memory = `RSS ${atRest.toFixed(0)} MiB, warm ${before.rss.toFixed(0)} MiB, at most ${growth.toFixed(0)} MiB more`;
  console.log(`${name}: ${size}; ${memory} (${anonymous.toFixed(0)} without mapped files)${verdict}`);
  if (verdict !== "") process.exitCode = 1;
}

/** Downloads a CSV. The data contain no line breaks, so that each line is a row. */
async function download(url: string, key: string, { isSlow = false, linesMax = Number.POSITIVE_INFINITY }) {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200 || !response.body) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  let lines = 0;
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (lines > linesMax) break;
    const aheadMs = (bytes / SLOW_BYTES_PER_S) * 1000 - (performance.now() - startedAt);
    if (isSlow && aheadMs > 0) await sleep(aheadMs);
  }
  return { lines, mebibytes: bytes / 1024 / 1024 };
}
