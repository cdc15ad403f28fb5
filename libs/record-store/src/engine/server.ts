import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type ClickHouseClientConfigOptions, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import type { Engine } from "./engine.ts";
import { explainConnection } from "./explain-connection.ts";
import { readServerAddress, ServerAgent } from "./server-address.ts";

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
 * Connects to a ClickHouse server, or to the load balancer of a cluster, and creates a missing database. `url` contains
 * user, password and database: `http://user:password@host:8123/ruaflow`; the database is `ruaflow` by default.
 *
 * @throws UsageError when the URL, or what it says of user, password and TLS, is wrong
 */
export async function createServerEngine(url: string): Promise<Engine> {
  const { database, tlsFiles, ...address } = readServerAddress(url);
  const isTls = address.url.startsWith("https:");
  const options = {
    ...address,
    ...quiet,
    max_open_connections: OPEN_CONNECTIONS_MAX,
    ...(isTls && { http_agent: new ServerAgent(tlsFiles, OPEN_CONNECTIONS_MAX) }),
  };
  await createDatabase(options, database).catch((error: unknown) => {
    throw explainConnection(error);
  });
  const client = createClient({ ...options, database, request_timeout: REQUEST_TIMEOUT_MS });
  const commandClient = createClient({ ...options, database, request_timeout: COMMAND_TIMEOUT_MS });
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

// A server refuses every request that names an unknown database, even the one that would create it.
async function createDatabase(options: ClickHouseClientConfigOptions, database: string): Promise<void> {
  const client = createClient({ ...options, database: "default", request_timeout: REQUEST_TIMEOUT_MS });
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
