import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type ClickHouseClientConfigOptions, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { createClusterEngine } from "./cluster/cluster-engine.ts";
import { toClusterSettings } from "./cluster/cluster-settings.ts";
import type { WritingEngine } from "./engine.ts";
import { singleServer } from "./engine.ts";
import { explainConnection } from "./explain-connection.ts";
import { joinLines } from "./join-lines.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { readServerAddress, toAgent } from "./server-address.ts";

// Questions about years of reports may take this long. A writer whose insert takes longer than the session of its
// consumer group loses the partition; the next writer finds the rows.
const REQUEST_TIMEOUT_MS = 20_000;
// A mutation rewrites whole parts; the response arrives when all are rewritten.
const COMMAND_TIMEOUT_MS = 600_000;
const OPEN_CONNECTIONS_MAX = 32;
// Leaves connections for inserts and for the commands of a deletion.
const QUESTIONS_MAX = 16;

/** Errors reach the caller, who logs them; the client would print each of them as well. */
const quiet = { log: { level: ClickHouseLogLevel.OFF } };

/**
 * In ClickHouse Cloud each request may reach another replica, which must show what was inserted through any of them. Plain
 * tables have no replicas and take no notice.
 */
const serverSettings = { select_sequential_consistency: "1" } as const;

/**
 * Connects to a ClickHouse server, or to the servers of a cluster, and creates a missing database. `url` contains user,
 * password and database: `http://user:password@host:8123/ruaflow`; the database is `ruaflow` by default.
 *
 * @param clusterName of `remote_servers`; undefined: the tables are those of one server
 * @throws UsageError when the URL, what it says of user, password and TLS, or the name of the cluster is wrong
 */
export async function createServerEngine(url: string, clusterName?: string): Promise<WritingEngine> {
  const { database, ...connection } = toConnection(url);
  const preparing = prepareDatabase({ ...connection, request_timeout: REQUEST_TIMEOUT_MS }, database, clusterName);
  const cluster = await preparing.catch((error: unknown) => {
    throw explainConnection(error);
  });
  const settings = cluster === undefined ? serverSettings : toClusterSettings(cluster);
  const engine = toEngine({ ...connection, database, clickhouse_settings: settings });
  return cluster === undefined ? engine : createClusterEngine(engine, cluster);
}

/** Connects as a user who may only read: such a user may change no setting, so none is sent. */
export function createReadOnlyEngine(url: string): WritingEngine {
  return toEngine(toConnection(url));
}

function toConnection(url: string) {
  const { tlsFiles, socket, ...address } = readServerAddress(url);
  const agent = toAgent({ ...address, tlsFiles, socket }, OPEN_CONNECTIONS_MAX);
  return {
    ...address,
    ...quiet,
    max_open_connections: OPEN_CONNECTIONS_MAX,
    ...(agent && { http_agent: agent }),
  };
}

function toEngine(options: ClickHouseClientConfigOptions): WritingEngine {
  const client = createClient({ ...options, request_timeout: REQUEST_TIMEOUT_MS });
  const commandClient = createClient({ ...options, request_timeout: COMMAND_TIMEOUT_MS });
  return {
    kind: "server",
    layout: singleServer,
    questionsMax: QUESTIONS_MAX,
    select: async <Row>(query: string, params: Record<string, unknown>) => {
      const asked = readTimeLimitMs(query) < REQUEST_TIMEOUT_MS ? client : commandClient;
      const result = await asked.query({ query, query_params: params, format: "JSON" });
      return (await result.json<Row>()).data;
    },
    command: async (query, params) => {
      await commandClient.command({ query, query_params: params });
    },
    insert: async (statement, lines) => {
      const { stream } = await client.exec({
        query: statement,
        values: Readable.from(joinLines(lines), { objectMode: false }),
      });
      await text(stream);
    },
    ping: async () => {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw answer.error;
    },
    close: async () => {
      await Promise.all([client.close(), commandClient.close()]);
    },
  };
}

/** The time limit of a query's own settings; 0 without one. Exports and maintenance have longer ones than other questions. */
function readTimeLimitMs(query: string): number {
  return Number(query.match(/ max_execution_time = (\d+)/)?.[1] ?? 0) * 1000;
}
