import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toViewsDatabase } from "../migrations/views/view.ts";
import { defaultDatabase, type Engine } from "./engine.ts";

/** The role of the embedded engine that may read the views, and nothing else. */
export const readerRole = "reader";

const views = toViewsDatabase(defaultDatabase);

// A session has all roles of its user until it takes one, and could take another one again: a reader's session must run nothing
// but its one query.
const users = `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <no_password/>
      <networks><ip>::/0</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT ${readerRole}, writer</query></grants>
    </default>
  </users>
  <roles>
    <${readerRole}><grants><query>GRANT SELECT ON ${views}.*</query></grants></${readerRole}>
    <writer><grants><query>GRANT ALL ON *.* WITH GRANT OPTION</query></grants></writer>
  </roles>
</clickhouse>
`;

/**
 * Writes the engine's configuration with its roles into its folder.
 * @returns the arguments for the first session that this process opens there; later ones share its engine
 */
export async function writeRoles(path: string): Promise<string[]> {
  const usersFile = join(path, "ruaflow-users.xml");
  const configFile = join(path, "ruaflow-config.xml");
  await writeFile(usersFile, users);
  await writeFile(configFile, `<clickhouse><users_config>${toXml(usersFile)}</users_config></clickhouse>\n`);
  return [`--config-file=${configFile}`];
}

function toXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const isInvoker = `SELECT name FROM system.tables
WHERE database = {views:String} AND engine = 'View' AND position(create_table_query, 'SQL SECURITY DEFINER') = 0`;

/**
 * Lets the views read their tables for readers who may not. No step of the schema: on a server the views must read with the
 * rights of who asks, for analysts see one organization each.
 */
export async function letReadersUseViews(engine: Engine): Promise<void> {
  for (const { name } of await engine.select<{ name: string }>(isInvoker, { views })) {
    const statement = "ALTER TABLE {views:Identifier}.{name:Identifier} MODIFY SQL SECURITY DEFINER DEFINER = default";
    await engine.command(statement, { views, name });
  }
}
