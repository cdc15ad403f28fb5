import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultDatabase, toViewsDatabase } from "./engine.ts";

/** The role of the embedded engine that may read the views and the tables behind them, and nothing else. */
export const readerRole = "reader";

// The views read with the rights of who asks. With a definer's rights the reader would need none on the tables, but the engine then
// computes what is visible for each view of a query anew: a join of two views showed reports whose records were not there yet.
const readable = [
  `${toViewsDatabase(defaultDatabase)}.*`,
  ...["records", "reports", "visibility", "deleted_domains", "source_facts", "domains", "attention", "verdicts"].map(
    (table) => `${defaultDatabase}.${table}`,
  ),
];

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
    <${readerRole}><grants>${readable.map((name) => `<query>GRANT SELECT ON ${name}</query>`).join("")}</grants></${readerRole}>
    <writer><grants><query>GRANT ALL ON *.* WITH GRANT OPTION</query></grants></writer>
  </roles>
</clickhouse>
`;

/** By default caches may have half of the machine's memory, and a thread that has nothing to do stays for ever. */
const memorySettings = {
  mark_cache_size: 64 * 2 ** 20,
  index_mark_cache_size: 16 * 2 ** 20,
  primary_index_cache_size: 64 * 2 ** 20,
  query_condition_cache_size: 16 * 2 ** 20,
  compiled_expression_cache_size: 16 * 2 ** 20,
  max_thread_pool_free_size: 8,
};

/**
 * Writes the engine's configuration with its roles into its folder.
 * @returns the arguments for the first session that this process opens there; later ones share its engine
 */
export async function writeRoles(path: string): Promise<string[]> {
  const usersFile = join(path, "ruaflow-users.xml");
  const configFile = join(path, "ruaflow-config.xml");
  await writeFile(usersFile, users);
  const settings = { users_config: toXml(usersFile), ...memorySettings };
  const elements = Object.entries(settings).map(([name, value]) => `<${name}>${value}</${name}>`);
  await writeFile(configFile, `<clickhouse>${elements.join("")}</clickhouse>\n`);
  return [`--config-file=${configFile}`];
}

function toXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
