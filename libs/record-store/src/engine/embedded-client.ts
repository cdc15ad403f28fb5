import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { askAcrossRestart } from "./ask-across-restart.ts";
import { fromClients, SESSIONS, toRowsFile } from "./embedded-sessions.ts";
import type { WritingEngine } from "./engine.ts";
import { readServerAddress, SocketAgent } from "./server-address.ts";

// An insert of many rows is one statement, and a deletion rewrites whole parts.
const STATEMENT_MS_MAX = 3_600_000;

/**
 * Connects to the process that has the engine of a folder, through its Unix socket: the same sessions, on the other side of a
 * connection.
 *
 * @param url `http://localhost/database?socket=/path`
 */
export async function connectToEmbeddedEngine(path: string, url: string): Promise<WritingEngine> {
  const { socket, ...address } = readServerAddress(url);
  const connection = { ...address, request_timeout: STATEMENT_MS_MAX, log: { level: ClickHouseLogLevel.OFF } };
  const clients = SESSIONS.map((name) => {
    const agent = new SocketAgent(socket ?? "", { keepAlive: true, maxSockets: 1 });
    return createClient({ ...connection, session_id: name, http_agent: agent });
  });
  const engine = fromClients(clients, {
    rowsFile: toRowsFile(path),
    // The process opens the file itself, for this one's numbers mean nothing to it.
    withRowsFile: (use) => use("{rows_file}"),
    // The process renews the session itself.
    renewSession: async (failed) => failed,
    closeEngine: () => undefined,
  });
  return { ...engine, select: (query, params) => askAcrossRestart(() => engine.select<never>(query, params)) };
}
