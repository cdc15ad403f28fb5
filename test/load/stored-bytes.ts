import { fileURLToPath } from "node:url";
import { startProcess } from "../support/child-process.ts";

const clickHouse = fileURLToPath(new URL("../../infra/clickhouse/main.ts", import.meta.url));

/** What ClickHouse holds on disk, projections and indexes included. */
export interface StoredBytes {
  readonly records: number;
  readonly recordBytes: number;
  readonly reports: number;
  readonly reportBytes: number;
}

const QUERY = `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
  WHERE active AND database = 'ruaflow' GROUP BY table FORMAT JSONEachRow`;

/** Asks an engine of its own, so that no other process may have the folder open. */
export async function readStoredBytes(folder: string): Promise<StoredBytes> {
  const engine = await startProcess({
    args: [clickHouse],
    environment: { CLICKHOUSE_DATA_DIR: folder, CLICKHOUSE_PORT: "0" },
    readyText: "Ctrl-C stops it",
  });
  try {
    const url = engine.output.match(/http:\/\/[^/\s]+/)?.[0] ?? "";
    const response = await fetch(url, { method: "POST", body: QUERY });
    const text = await response.text();
    if (!response.ok) throw new Error(`ClickHouse: ${text.slice(0, 500)}`);
    const lines: { table: string; rows: string; bytes: string }[] = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
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
