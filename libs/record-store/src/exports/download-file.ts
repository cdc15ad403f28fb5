import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type ExportFile, exportFormats, exportSettings, toExportQuery } from "./export-query.ts";

/** Longest silence of the server. */
const REQUEST_TIMEOUT_MS = 600_000;

/** More than a server's message about a failure after its first rows. */
const TAIL_BYTES = 16 * 1024;

/**
 * Streams the file from a ClickHouse server.
 * @throws when the server fails before the last row; the file is then incomplete
 */
export async function downloadFile(url: string, { view, format, range, path }: ExportFile): Promise<void> {
  // Loaded only when needed: every command has these formats, few download.
  const { ClickHouseLogLevel, createClient } = await import("@clickhouse/client");
  const { readServerAddress, toAgent } = await import("../engine/server-address.ts");
  const { tlsFiles, socket, ...address } = readServerAddress(url);
  const agent = toAgent({ ...address, tlsFiles, socket }, 1);
  const client = createClient({
    ...address,
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: REQUEST_TIMEOUT_MS,
    ...(agent && { http_agent: agent }),
  });
  const { query, params } = toExportQuery(view, range);
  try {
    const statement = `${query} ${exportSettings} FORMAT ${exportFormats[format]}`;
    const { stream } = await client.exec({ query: statement, query_params: params });
    await pipeline(stream, createWriteStream(path, { flags: "wx" }));
  } finally {
    await client.close();
  }
  await assertComplete(path, format);
}

/** A server that fails after the first rows has already said 200: its message ends the data. */
async function assertComplete(path: string, format: ExportFile["format"]): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const tail = buffer.toString("latin1");
    const isComplete = format === "parquet" ? tail.endsWith("PAR1") : !/Code: \d+\. DB::Exception/.test(tail);
    if (!isComplete) throw new Error(`ClickHouse failed during the export: ${tail.slice(-500)}`);
  } finally {
    await file.close();
  }
}
