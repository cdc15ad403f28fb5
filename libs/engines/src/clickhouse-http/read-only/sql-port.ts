import { UsageError } from "@ruaflow/runtime/errors";
import type { Statement } from "../chdb-session.ts";
import { ClickHouseRefusal } from "../refusal.ts";
import { type ClickHouseHttpServer, startClickHouseHttp } from "../server.ts";
import type { StatementDeadline } from "../statement-deadline.ts";
import { readColumn, readFunctionRules } from "./functions.ts";
import { type Inspection, inspectQuery } from "./inspect-query.ts";
import { queryLimits, restrictSettings } from "./url-settings.ts";

export interface SqlPortOptions {
  /** Folder of this process's embedded engine; its tables must exist. */
  readonly path: string;
  /** Default 127.0.0.1; only a loopback address is accepted. */
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  /** The password for any user name; at least 16 characters. */
  readonly key: string;
  /** The only databases that can be read; the first is the default of queries without a database. */
  readonly databases: readonly [string, ...string[]];
  /** The role of the engine that may read these databases, and nothing else. */
  readonly role: string;
  /** By default the port does not pause. */
  readonly pause?: SqlPause;
  /** Called for a statement that the engine did not end at its limit. */
  readonly onOverdue?: StatementDeadline["onOverdue"];
}

/** Queries are refused until then. */
export interface SqlPause {
  /** In epoch milliseconds; 0: no pause. */
  readonly untilMs: number;
  /** How many queries of the last ten minutes ended the process of the engine. */
  readonly ends: number;
}

/** How much longer than its limit a query may take: the engine ends most of them within this time. */
const GRACE_MS = 1500;

const KEY_CHARACTERS_MIN = 16;
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Lets any ClickHouse HTTP client on this machine read the data of all organizations from the embedded engine. Queries
 * run one at a time with `readonly=1` and limits of 30 s, 1 GiB of memory, a million rows and 128 MiB per answer; a
 * larger answer is an error, not truncated.
 *
 * @throws UsageError for a short key and for an address that other machines can reach
 */
export async function openSqlPort(options: SqlPortOptions): Promise<ClickHouseHttpServer> {
  const { path, host = "127.0.0.1", port, key, databases, role, pause, onOverdue } = options;
  const [database] = databases;
  if (key.length < KEY_CHARACTERS_MIN)
    throw new UsageError(`The key of the SQL port must have at least ${KEY_CHARACTERS_MIN} characters.`);
  if (!loopback.has(host)) throw new UsageError(`The SQL port opens only on 127.0.0.1 or ::1, not on ${host}.`);
  const inspection = await prepareInspection({ path, databases, role });
  const restrict = async (requested: Statement): Promise<Statement> => {
    if (pause !== undefined) assertNotPaused(pause);
    const statement = await inspectQuery(requested, inspection);
    return { ...statement, role, settings: restrictSettings(requested.settings) };
  };
  const limits = {
    statementsMax: 1,
    requestsMax: 16,
    bodyBytesMax: 2 ** 20,
    answerBytesMax: queryLimits.max_result_bytes,
  };
  const deadline = onOverdue === undefined ? {} : { deadline: { toMs, onOverdue } };
  return startClickHouseHttp(
    { path, credentials: { password: key }, database, ...limits, ...deadline, restrict, endsWithClient: true },
    { host, port },
  );
}

type Target = Pick<SqlPortOptions, "path" | "databases" | "role">;

/** @throws ClickHouseRefusal TOO_MANY_SIMULTANEOUS_QUERIES (202, HTTP status 503) during the pause */
function assertNotPaused({ untilMs, ends }: SqlPause): void {
  if (Date.now() >= untilMs) return;
  const until = new Date(untilMs).toISOString();
  throw new ClickHouseRefusal(
    "TOO_MANY_SIMULTANEOUS_QUERIES",
    `This port pauses until ${until}: ${ends} queries of the last ten minutes did not end at their limit of time, and ClickHouse had to be started again for each. The log of Ruaflow names them; use smaller values.`,
  );
}

/** By the limit that its client has chosen, which is never above the port's. */
function toMs({ settings }: Statement): number {
  const [, seconds] = settings.find(([name]) => name === "max_execution_time") ?? [];
  return Number(seconds ?? queryLimits.max_execution_time) * 1000 + GRACE_MS;
}

async function prepareInspection({ path, databases, role }: Target): Promise<Inspection> {
  const [functions, existing, zones] = await Promise.all([
    readFunctionRules(path, databases),
    readColumn(path, "SELECT lower(name) FROM system.databases"),
    readColumn(path, "SELECT time_zone FROM system.time_zones"),
  ]);
  const closedDatabases = new Set(existing.filter((name) => !databases.includes(name)));
  return { path, databases, role, functions, closedDatabases, zones: new Set(zones) };
}
