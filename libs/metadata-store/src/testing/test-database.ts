import { randomUUID } from "node:crypto";
import pg from "pg";

/** Creates an empty database on a server; `stop` drops it. */
export async function createTestDatabase(server: string): Promise<{ url: string; stop(): Promise<void> }> {
  const name = `ruaflow_test_${randomUUID().replaceAll("-", "")}`;
  await run(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => run(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
