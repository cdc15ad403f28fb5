import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The result of a statement: its text, or the message and code of ClickHouse's error. */
export interface Answer {
  readonly text: string;
  /** 0 without an error. */
  readonly code: number;
}

const runner = fileURLToPath(new URL("./run-statements.ts", import.meta.url));
const filler = fileURLToPath(new URL("./fill-tenants.ts", import.meta.url));
const server = fileURLToPath(new URL("./serve.ts", import.meta.url));

/** Runs the statements in a process of its own, as the user `default` of the configuration. */
export function runStatements(folder: string, config: string, statements: readonly string[]): readonly Answer[] {
  const input = JSON.stringify(statements);
  const options = { input, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  return JSON.parse(execFileSync(process.execPath, [runner, folder, config], options));
}

/** Fills the folder in a process of its own: the engine reads a configuration once. */
export function fillTenants(folder: string, config: string): void {
  execFileSync(process.execPath, [filler, folder, config], { stdio: "inherit" });
}

/** The folder behind ClickHouse's HTTP interface, whose requests run as the user `default` of the configuration. */
export async function serve(
  folder: string,
  config: string,
  login: { readonly user: string; readonly password: string },
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const args = [server, folder, config, login.user, login.password];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { url: String(line).trim(), process: child };
}

export interface EngineUsers {
  /** Grants of `default`; absent: everything. */
  readonly grants?: readonly string[];
  /** Settings of `default`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Row filters of `default`, by database and table. */
  readonly filters?: RowFilters;
  /** The user who runs the views, and its filters. */
  readonly definer: { readonly name: string; readonly filters: RowFilters };
}

type RowFilters = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Writes a configuration with these users into the folder, and returns its path. */
export function writeConfig(folder: string, name: string, users: EngineUsers): string {
  const { grants, settings = {}, filters = {}, definer } = users;
  const own = grants === undefined ? "<access_management>1</access_management>" : toGrants(grants);
  const usersPath = join(folder, `${name}-users.xml`);
  writeFileSync(
    usersPath,
    `<clickhouse><profiles><default/><analyst>${toElements(settings)}</analyst></profiles><quotas><default/></quotas><users>
<default><password/><networks><ip>::/0</ip></networks><profile>analyst</profile><quota>default</quota>${own}${toFilters(filters)}</default>
<${definer.name}><password>x</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>${toGrants(["SELECT ON *.*"])}${toFilters(definer.filters)}</${definer.name}>
</users></clickhouse>`,
  );
  const path = join(folder, `${name}.xml`);
  writeFileSync(
    path,
    `<clickhouse><user_directories><users_xml><path>${usersPath}</path></users_xml></user_directories></clickhouse>`,
  );
  return path;
}

function toElements(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join("");
}

function toGrants(grants: readonly string[]): string {
  return `<grants>${grants.map((grant) => `<query>GRANT ${grant}</query>`).join("")}</grants>`;
}

function toFilters(filters: RowFilters): string {
  const databases = Object.entries(filters).map(([database, tables]) => {
    const inner = Object.entries(tables).map(([table, filter]) => `<${table}>${toElements({ filter })}</${table}>`);
    return `<${database}>${inner.join("")}</${database}>`;
  });
  return databases.length === 0 ? "" : `<databases>${databases.join("")}</databases>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
