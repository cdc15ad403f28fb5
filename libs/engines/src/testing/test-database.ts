import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A database of a test's own. */
export interface TestDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** What databases are copied from, which takes a tenth of the time of filling each. */
export interface Template {
  /** Other content needs another name: a server keeps its templates. */
  readonly name: string;
  fill(url: string): Promise<void>;
}

/** Creates a database on a server: empty, or a copy of the template; `stop` drops it. */
export async function createTestDatabase(server: string, template?: Template): Promise<TestDatabase> {
  if (template !== undefined) await requireTemplate(server, template);
  const name = toUniqueName("test");
  await executeSql(server, `CREATE DATABASE ${name}${template === undefined ? "" : ` TEMPLATE ${template.name}`}`);
  return { url: toUrl(server, name), stop: () => dropDatabase(server, name) };
}

const required = new Map<string, Promise<void>>();

/** Once per process. */
function requireTemplate(server: string, template: Template): Promise<void> {
  const key = `${server} ${template.name}`;
  const known = required.get(key) ?? createTemplate(server, template);
  required.set(key, known);
  return known;
}

/** Filled under another name: of two processes that do so at once, the second drops what it has made. */
async function createTemplate(server: string, { name, fill }: Template): Promise<void> {
  const isThere = async () => {
    const found = await executeSql(server, `SELECT 1 FROM pg_database WHERE datname = '${name}'`);
    return found.length > 0;
  };
  if (await isThere()) return;
  const draft = toUniqueName("draft");
  await executeSql(server, `CREATE DATABASE ${draft}`);
  await fill(toUrl(server, draft));
  await executeSql(server, `ALTER DATABASE ${draft} RENAME TO ${name}`).catch(async (error: unknown) => {
    await dropDatabase(server, draft);
    if (!(await isThere())) throw error;
  });
}

function toUniqueName(kind: string): string {
  return `ruaflow_${kind}_${randomUUID().replaceAll("-", "")}`;
}

function toUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

const DROP_ATTEMPTS = 20;
const INSUFFICIENT_PRIVILEGE = "42501";

/** Only a superuser may end an autovacuum that is at work in the database; it ends by itself. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await executeSql(server, `DROP DATABASE ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
      if (!isBusy || attempt === DROP_ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}

/** Runs one statement on a separate connection, bypassing the store; returns its rows. */
export async function executeSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement).finally(() => client.end());
  return rows;
}
