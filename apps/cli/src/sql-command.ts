import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sqlPortSettings } from "@ruaflow/engines/clickhouse-http";
import { recordStoreSettings } from "@ruaflow/record-store";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { type Environment, readSettings, type SettingsOf } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const settingsSchema = { ...recordStoreSettings, ...sqlPortSettings };

const help = `
Sends the query to CLICKHOUSE_URL or to the running service. The service accepts
queries if it was started with a port and a key:

  RUAFLOW_SQL_PORT=8124 RUAFLOW_SQL_KEY=$(openssl rand -hex 16) npm start

Queries cannot write. The tables are records (sum its column count instead of
counting rows) and reports.`;

/** `ruaflow sql`: one read-only SQL query to ClickHouse. */
export function addSqlCommand(program: Command, environment: Environment): void {
  program
    .command("sql")
    .description("query ClickHouse in SQL, read-only")
    .argument("<query>", "one statement, for example: SELECT sum(count) FROM records")
    .option("--format <name>", "output format, if the query does not name one: JSONEachRow, CSV, …", defaultFormat())
    .addHelpText("after", help)
    .action(async (query: string, { format }: { format: string }) => {
      const response = await ask(readTarget(environment), { query, format });
      if (!response.ok) throw new UsageError((await response.text()).trim());
      if (response.body) await pipeline(Readable.fromWeb(response.body), process.stdout, { end: false });
    });
}

/** A table on a terminal, tab-separated lines otherwise. */
function defaultFormat(): string {
  return process.stdout.isTTY ? "PrettyCompact" : "TabSeparatedWithNames";
}

interface Target {
  readonly url: URL;
  readonly user: string;
  readonly password: string;
}

function readTarget(environment: Environment): Target {
  const settings = readSettings(settingsSchema, environment);
  if (settings.CLICKHOUSE_URL !== undefined) return toServer(settings.CLICKHOUSE_URL);
  return toService(settings);
}

function toServer(text: string): Target {
  const { origin, pathname, username, password } = new URL(text);
  const url = new URL(origin);
  url.searchParams.set("database", decodeURIComponent(pathname.slice(1)) || "ruaflow");
  url.searchParams.set("readonly", "1");
  return { url, user: decodeURIComponent(username) || "default", password: decodeURIComponent(password) };
}

function toService({ RUAFLOW_SQL_PORT: port, RUAFLOW_SQL_KEY: key }: SettingsOf<typeof settingsSchema>): Target {
  if (port === undefined || key === undefined)
    throw new UsageError("Set RUAFLOW_SQL_PORT and RUAFLOW_SQL_KEY to the service's values, or set CLICKHOUSE_URL.");
  return { url: new URL(`http://127.0.0.1:${port}`), user: "ruaflow", password: key };
}

async function ask({ url, user, password }: Target, { query, format }: { query: string; format: string }) {
  url.searchParams.set("default_format", format);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return fetch(url, { method: "POST", body: query, headers: { authorization } }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new UsageError(`ClickHouse does not answer at ${url.origin}: ${describeError(cause)}`);
  });
}
