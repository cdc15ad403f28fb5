import { UsageError } from "@ruaflow/runtime/errors";
import type { WritingEngine } from "../engine/engine.ts";
import { toViewsDatabase } from "../engine/engine.ts";
import { type Analyst, parseAnalyst, toAnalyst } from "./names.ts";
import {
  type AccessScope,
  toCreateStatements,
  toDefiner,
  toRevokeStatements,
  toSetupStatements,
} from "./statements.ts";

export interface NewAnalyst {
  readonly organizationId: string;
  readonly label: string;
  readonly password: string;
}

/** Users of a ClickHouse server that read one organization each. The embedded engine has no users. */
export function createAnalystAccess(engine: WritingEngine) {
  const setUp = async () => {
    const scope = await readScope(engine);
    await run(engine, toSetupStatements(scope));
    return scope;
  };
  return {
    /** @throws UsageError for a label in use, and when the service's user may not manage users */
    async create({ organizationId, label, password }: NewAnalyst): Promise<Analyst> {
      const analyst = toAnalyst(organizationId, label);
      if ((await listAnalysts(engine)).some(({ user }) => user === analyst.user))
        throw new UsageError(`${analyst.user} exists already. Choose another label, or revoke it first.`);
      const { database } = await setUp();
      await run(engine, toCreateStatements(database, analyst.user, password));
      return analyst;
    },
    list: () => listAnalysts(engine),
    /** Resolves with whether there was such an analyst. */
    async revoke(user: string): Promise<boolean> {
      if (!(await listAnalysts(engine)).some((analyst) => analyst.user === user)) return false;
      await run(engine, toRevokeStatements(user));
      return true;
    },
    /** Gives analysts the views and tables that a release has added or replaced. Without analysts it changes nothing. */
    async refresh(): Promise<void> {
      const query = "SELECT name FROM system.users WHERE name = concat(currentDatabase(), {suffix:String})";
      const definers = await engine.select(query, { suffix: toDefiner("") }).catch(() => []);
      if (definers.length > 0) await setUp();
    },
  };
}

/** The database and views that the server has now. */
export async function readScope(engine: WritingEngine): Promise<AccessScope> {
  const [row] = await engine.select<{ database: string }>("SELECT currentDatabase() AS database", {});
  const database = row?.database ?? "";
  const ofViews = toViewsDatabase(database);
  const query = "SELECT name FROM system.tables WHERE database = {ofViews:String} AND engine = 'View' ORDER BY name";
  const views = await engine.select<{ name: string }>(query, { ofViews });
  const findTables = async (column: string) => {
    const tables =
      "SELECT table FROM system.columns WHERE database = {database:String} AND name = {column:String} ORDER BY table";
    return (await engine.select<{ table: string }>(tables, { database, column })).map(({ table }) => table);
  };
  const [tenantTables, addressTables] = [await findTables("organization_id"), await findTables("address")];
  if (views.length === 0)
    throw new UsageError(`ClickHouse has no views in ${ofViews}: run "ruaflow migrate up" first.`);
  return { database, views: views.map(({ name }) => name), tenantTables, addressTables };
}

async function listAnalysts(engine: WritingEngine): Promise<readonly Analyst[]> {
  const query = "SELECT name FROM system.users WHERE startsWith(name, 'org_') ORDER BY name";
  const users = await engine.select<{ name: string }>(query, {}).catch(explain);
  return users.flatMap(({ name }) => parseAnalyst(name) ?? []);
}

async function run(engine: WritingEngine, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await engine.command(statement, {}).catch(explain);
}

/** By the names of ClickHouse's errors. */
const advice: Readonly<Record<string, string>> = {
  ACCESS_DENIED:
    "The user in CLICKHOUSE_URL may not manage users. Give it access_management in users.xml, or as another user run: GRANT ACCESS MANAGEMENT, SET DEFINER, SHOW ACCESS ON *.* TO … WITH GRANT OPTION.",
  ACCESS_STORAGE_FOR_INSERTION_NOT_FOUND:
    "The server keeps users only in its configuration. Add a local_directory, or replicated, to user_directories in config.xml.",
  NOT_IMPLEMENTED:
    "The server must allow settings that change in readonly mode: set settings_constraints_replace_previous to true in access_control_improvements of config.xml.",
};

function explain(error: unknown): never {
  const type = error instanceof Error && "type" in error ? String(error.type) : "";
  const what = advice[type];
  if (what === undefined) throw error;
  throw new UsageError(`ClickHouse refused to change users: ${type}. ${what}`, { cause: error });
}
