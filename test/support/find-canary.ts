import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { askClickHouse } from "./ask-clickhouse.ts";

/** Tables of PostgreSQL, in any schema, that contain a text, also in bytes and in compressed bytes. */
export async function findInPostgres(url: string, canary: string): Promise<string[]> {
  const tables = await executeSql(
    url,
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await executeSql(url, `SELECT * FROM ${schema}.${name}`);
    if (rows.some((row) => Object.values(row).some((value) => hasText(value, canary)))) found.push(`${schema}.${name}`);
  }
  return found;
}

function hasText(value: unknown, canary: string): boolean {
  if (Buffer.isBuffer(value)) return value.includes(canary) || unpack(value).includes(canary);
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).includes(canary);
}

function unpack(bytes: Buffer): Buffer {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return bytes;
  }
}

/** Tables of a running service's ClickHouse that contain a text in any column. */
export async function findInClickHouse(dataDir: string, canary: string): Promise<string[]> {
  const address = await readFile(join(dataDir, "clickhouse.url"), "utf8");
  const ask = async (query: string) => (await askClickHouse(address, query)).split("\n").filter(Boolean);
  const found: string[] = [];
  for (const table of await ask("SELECT name FROM system.tables WHERE database = currentDatabase() FORMAT TSV")) {
    const query = `SELECT count() FROM ${table} WHERE toString(tuple(*)) LIKE '%${canary}%' FORMAT TSV`;
    if ((await ask(query))[0] !== "0") found.push(table);
  }
  return found;
}

/** Files below a folder that contain a text, unchanged or in compressed bytes. */
export async function findInFiles(folder: string, canary: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // A file may be removed during the search.
    const bytes = entry.isFile() ? await readFile(path).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
    if (bytes.includes(canary) || unpack(bytes).includes(canary)) found.push(path);
  }
  return found;
}
