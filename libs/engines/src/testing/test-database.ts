import { randomUUID } from "node:crypto";
import pg from "pg";

/** Creates an empty database on a server; `stop` drops it. */
export async function createTestDatabase(server: string): Promise<{ url: string; stop(): Promise<void> }> {
  const name = `ruaflow_test_${randomUUID().replaceAll("-", "")}`;
  await executeSql(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, stop: async () => void (await executeSql(server, `DROP DATABASE ${name} WITH (FORCE)`)) };
}

/** Runs one statement on a separate connection, bypassing the store; returns its rows. */
export async function executeSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement).finally(() => client.end());
  return rows;
}
