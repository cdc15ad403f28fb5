import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startProcess } from "../support/child-process.ts";

const clickHouse = fileURLToPath(new URL("../../infra/clickhouse/main.ts", import.meta.url));

/** Bytes of ClickHouse on disk, including projections and indexes. */
export interface StoredBytes {
  readonly records: number;
  readonly recordBytes: number;
  readonly reports: number;
  readonly reportBytes: number;
}

const QUERY = `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
  WHERE active AND database = 'ruaflow' GROUP BY table FORMAT JSONEachRow`;

const MERGES = "SELECT count() AS merges FROM system.merges FORMAT JSONEachRow";
const MERGED_WITHIN_MS = 15 * 60_000;
/** Merges start one by one: they count as finished after this long without a running merge. */
const QUIET_MS = 5_000;

/**
 * Starts its own engine, so no other process may have the folder open. With `settled` it first waits until the engine
 * has merged its parts in the background.
 */
export async function readStoredBytes(folder: string, { settled = false } = {}): Promise<StoredBytes> {
  const engine = await startProcess({
    args: [clickHouse],
    environment: { CLICKHOUSE_DATA_DIR: folder, CLICKHOUSE_PORT: "0" },
    readyText: "Ctrl-C stops it",
  });
  try {
    const url = engine.output.match(/http:\/\/[^/\s]+/)?.[0] ?? "";
    if (settled) await waitForMerges(url);
    const lines = await select<{ table: string; rows: string; bytes: string }>(url, QUERY);
    const of = (name: string) => lines.find(({ table }) => table === name);
    return {
      records: Number(of("records")?.rows ?? 0),
      recordBytes: Number(of("records")?.bytes ?? 0),
      reports: Number(of("reports")?.rows ?? 0),
      reportBytes: Number(of("reports")?.bytes ?? 0),
    };
  } finally {
    await engine.stop();
  }
}

async function waitForMerges(url: string): Promise<void> {
  const deadline = Date.now() + MERGED_WITHIN_MS;
  let quietSince = Date.now();
  while (Date.now() < deadline && Date.now() - quietSince < QUIET_MS) {
    const [row] = await select<{ merges: string }>(url, MERGES);
    if (Number(row?.merges) > 0) quietSince = Date.now();
    await sleep(500);
  }
}

async function select<Row>(url: string, query: string): Promise<Row[]> {
  const response = await fetch(url, { method: "POST", body: query });
  const text = await response.text();
  if (!response.ok) throw new Error(`ClickHouse: ${text.slice(0, 500)}`);
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line));
}
