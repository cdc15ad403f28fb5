import { randomUUID } from "node:crypto";
import pg from "pg";

/** Creates an empty database on a server; `stop` drops it. */
export async function createTestDatabase(server: string): Promise<{ url: string; stop(): Promise<void> }> {
  const name = `ruaflow_test_${randomUUID().replaceAll("-", "")}`;
  await executeSql(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => executeSql(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Runs one statement on a connection of its own, past the store. */
export async function executeSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
