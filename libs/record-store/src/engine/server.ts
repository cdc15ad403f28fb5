import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { defaultDatabase, type Engine } from "./engine.ts";

// Below the session timeout of the log's consumer groups (30 s): a lost response is noticed before the partition is
// lost.
const REQUEST_TIMEOUT_MS = 20_000;
// A mutation rewrites whole parts; the response arrives when all are rewritten.
const COMMAND_TIMEOUT_MS = 600_000;
const OPEN_CONNECTIONS_MAX = 32;
// Leaves connections for inserts and for the commands of a deletion.
const QUESTIONS_MAX = 16;

/** Errors reach the caller, who logs them; the client would print each of them as well. */
const quiet = { log: { level: ClickHouseLogLevel.OFF } };

/**
 * Connects to a ClickHouse server, or to the load balancer of a cluster, and creates a missing database. `url` contains
 * user, password and database: `http://user:password@host:8123/ruaflow`; the database is `ruaflow` by default.
 */
export async function createServerEngine(url: string): Promise<Engine> {
  const { database, ...address } = readUrl(url);
  await createDatabase(address, database);
  const options = { ...address, ...quiet, database, max_open_connections: OPEN_CONNECTIONS_MAX };
  const client = createClient({ ...options, request_timeout: REQUEST_TIMEOUT_MS });
  const commandClient = createClient({ ...options, request_timeout: COMMAND_TIMEOUT_MS });
  return {
    kind: "server",
    questionsMax: QUESTIONS_MAX,
    select: async <Row>(query: string, params: Record<string, unknown>) => {
      const result = await client.query({ query, query_params: params, format: "JSONEachRow" });
      return result.json<Row>();
    },
    command: async (query, params) => {
      await commandClient.command({ query, query_params: params });
    },
    insert: async (statement, lines) => {
      const { stream } = await client.exec({
        query: statement,
        values: Readable.from(toChunks(lines), { objectMode: false }),
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

interface ServerAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

function readUrl(text: string): ServerAddress {
  const { protocol, host, username, password, pathname } = new URL(text);
  return {
    url: `${protocol}//${host}`,
    username: decodeURIComponent(username) || "default",
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || defaultDatabase,
  };
}

// A server refuses every request that names an unknown database, even the one that would create it.
async function createDatabase(address: Omit<ServerAddress, "database">, database: string): Promise<void> {
  const client = createClient({ ...address, database: "default", request_timeout: REQUEST_TIMEOUT_MS });
  const query_params = { database };
  try {
    const query = "SELECT name FROM system.databases WHERE name = {database:String}";
    const result = await client.query({ query, query_params, format: "JSONEachRow" });
    if ((await result.json()).length === 0) {
      await client.command({ query: "CREATE DATABASE IF NOT EXISTS {database:Identifier}", query_params });
    }
  } finally {
    await client.close();
  }
}

function* toChunks(lines: readonly string[]): Generator<string> {
  const linesMax = 1_000;
  for (let start = 0; start < lines.length; start += linesMax) {
    yield `${lines.slice(start, start + linesMax).join("\n")}\n`;
  }
}
