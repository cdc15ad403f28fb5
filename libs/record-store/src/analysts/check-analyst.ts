import type { WritingEngine } from "../engine/engine.ts";
import { toViewsDatabase } from "../engine/engine.ts";
import { readServerAddress } from "../engine/server-address.ts";
import type { Analyst } from "./names.ts";
import { quoteName } from "./statements.ts";

/** What an analyst's login showed. */
export interface AnalystCheck {
  /** Ways in which the analyst can do too much: none is acceptable. */
  readonly problems: readonly string[];
  /** What the operator should change on the server. */
  readonly warnings: readonly string[];
}

/**
 * Logs in as the analyst and tries to read what other organizations own: what the server's configuration makes of the
 * statements is only known then.
 * @param url of the service's own user
 */
export async function checkAnalyst(url: string, analyst: Analyst, password: string): Promise<AnalystCheck> {
  const { database } = readServerAddress(url);
  const own = new URL(url);
  own.username = analyst.user;
  own.password = password;
  own.pathname = `/${encodeURIComponent(toViewsDatabase(database))}`;
  const { createReadOnlyEngine } = await import("../engine/server.ts");
  const engine = createReadOnlyEngine(own.href);
  try {
    return await check(engine, database, analyst.organizationId);
  } finally {
    await engine.close();
  }
}

async function check(engine: WritingEngine, database: string, organizationId: string): Promise<AnalystCheck> {
  const problems: string[] = [];
  const views = await engine.select<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = {database:String} ORDER BY name",
    { database: toViewsDatabase(database) },
  );
  if (views.length === 0) problems.push("reads no view");
  for (const { name } of views) {
    const found = await findForeignRows(
      engine,
      `${quoteName(toViewsDatabase(database))}.${quoteName(name)}`,
      organizationId,
    );
    if (found !== null) problems.push(`${found} in the view ${name}`);
  }
  for (const table of ["records", "reports", "domains", "attention"]) {
    const isOpen = await succeeds(engine, `SELECT 1 FROM ${quoteName(database)}.${quoteName(table)} LIMIT 1`);
    if (isOpen) problems.push(`reads the table ${table}`);
  }
  if (!(await succeeds(engine, "SELECT throwIf(getSetting('readonly') != 1)"))) problems.push("may write");
  return { problems, warnings: await listWarnings(engine) };
}

/** Other organizations' rows may show as rows, and by an error that only they can cause. */
async function findForeignRows(engine: WritingEngine, view: string, organizationId: string): Promise<string | null> {
  const rows = await engine
    .select(`SELECT 1 FROM ${view} WHERE organization_id != {organizationId:String} LIMIT 1`, { organizationId })
    .catch(() => null);
  if (rows === null) return "cannot read";
  if (rows.length > 0) return "reads rows of other organizations";
  const probe = `SELECT count() FROM ${view} WHERE throwIf(organization_id != {organizationId:String}) = 0`;
  const answered = await engine.select(probe, { organizationId }).catch(() => null);
  return answered === null ? "learns of rows of other organizations by errors" : null;
}

async function listWarnings(engine: WritingEngine): Promise<readonly string[]> {
  const warnings: string[] = [];
  if (await succeeds(engine, "SELECT 1 FROM system.query_log LIMIT 1")) {
    warnings.push(
      "Analysts can read system tables, such as the queries of others: set select_from_system_db_requires_grant to true in access_control_improvements of config.xml.",
    );
  }
  if (!(await succeeds(engine, "SELECT 1 SETTINGS max_execution_time = 10"))) {
    warnings.push(
      "Clients that set max_execution_time, such as Grafana, are refused: set settings_constraints_replace_previous to true in access_control_improvements of config.xml.",
    );
  }
  return warnings;
}

async function succeeds(engine: WritingEngine, query: string): Promise<boolean> {
  return engine.select(query, {}).then(
    () => true,
    () => false,
  );
}
