import { UsageError } from "@ruaflow/runtime/errors";
import type { Statement } from "../chdb-session.ts";
import { type ClickHouseHttpServer, startClickHouseHttp } from "../server.ts";
import { readFunctionRules } from "./functions.ts";
import { inspectQuery } from "./inspect-query.ts";
import { queryLimits, restrictSettings, toRowFilters } from "./url-settings.ts";

export interface SqlPortOptions {
  /** Folder of the embedded engine of this process, its tables already there. */
  readonly path: string;
  /** 127.0.0.1 when absent; only a loopback address is taken. */
  readonly host?: string;
  /** 0 for any free one. */
  readonly port: number;
  /** The password of any user name; at least 16 characters. */
  readonly key: string;
  /** The one database that can be read, and database of queries that name none. */
  readonly database: string;
  /** For tables of this database: the condition, in SQL, of the rows that can be read. All rows of other tables can. */
  readonly tableFilters: Readonly<Record<string, string>>;
}

const KEY_CHARACTERS_MIN = 16;
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Lets any ClickHouse HTTP client of this machine read the data of the embedded engine, of all organizations. Each query
 * runs alone with `readonly=1`, 30 s, 1 GiB, a million rows and 128 MiB of answer; larger answers are an error, not cut.
 *
 * @throws UsageError for a short key and for an address that others can reach
 */
export async function openSqlPort(options: SqlPortOptions): Promise<ClickHouseHttpServer> {
  const { path, host = "127.0.0.1", port, key, database } = options;
  if (key.length < KEY_CHARACTERS_MIN)
    throw new UsageError(`The key of the SQL port needs at least ${KEY_CHARACTERS_MIN} characters.`);
  if (!loopback.has(host)) throw new UsageError(`The SQL port opens only on 127.0.0.1 or ::1, not on ${host}.`);
  const inspection = { path, database, functions: await readFunctionRules(path) };
  const rowFilters = toRowFilters(options);
  const restrict = async (asked: Statement): Promise<Statement> => {
    const statement = await inspectQuery(asked, inspection);
    return { ...statement, settings: restrictSettings(asked.settings, rowFilters) };
  };
  const limits = {
    statementsMax: 1,
    requestsMax: 16,
    bodyBytesMax: 2 ** 20,
    answerBytesMax: queryLimits.max_result_bytes,
  };
  return startClickHouseHttp({ path, credentials: { password: key }, database, ...limits, restrict }, { host, port });
}
