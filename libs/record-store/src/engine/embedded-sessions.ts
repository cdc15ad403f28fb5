import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClickHouseClient } from "@clickhouse/client";
import { singleServer, type WritingEngine } from "./engine.ts";
import { SessionPool } from "./session-pool.ts";

// In this process the writer and the readers together leave one of libuv's four threads for files, DNS and zlib; the engine's own has more.
const READ_SESSIONS = 2;

/** The sessions by name: the first one writes. */
export const SESSIONS = ["writer", ...Array.from({ length: READ_SESSIONS }, (_, index) => `reader-${index + 1}`)];

/** The file in the engine's folder that an insert of many rows is read from. */
export function toRowsFile(path: string): string {
  return join(path, "rows-to-insert");
}

/** What differs by where the engine is. */
export interface EngineAccess {
  readonly rowsFile: string;
  /** Calls `use` with the first argument of the table function `file` for the file of rows. */
  withRowsFile<Result>(use: (file: string) => Promise<Result>): Promise<Result>;
  /** What takes the place of a session whose statement failed: such a session begins its next answer with rows of the failed one. */
  renewSession(failed: ClickHouseClient): Promise<ClickHouseClient>;
  closeEngine(): void;
}

/** The engine behind clients of its sessions: the first one writes. */
export function fromClients(
  clients: readonly ClickHouseClient[],
  { rowsFile, withRowsFile, renewSession, closeEngine }: EngineAccess,
): WritingEngine {
  const writers = new SessionPool(clients.slice(0, 1), renewSession);
  const readers = new SessionPool(clients.slice(1), renewSession);
  return {
    kind: "embedded",
    layout: singleServer,
    questionsMax: READ_SESSIONS,
    select: <Row>(query: string, params: Record<string, unknown>) =>
      readers.use(async (client) => {
        // One document: rows of another answer before it would make it unreadable, where lines would be taken for rows.
        const result = await client.query({ query, query_params: params, format: "JSON" });
        return (await result.json<Row>()).data;
      }),
    command: (query, params) =>
      writers.use(async (client) => {
        await client.command({ query, query_params: params });
      }),
    // Data inline in the statement: measured twice as fast as the connection's insert, which concatenates a stream
    // first.
    insert: (statement, lines) =>
      writers.use(async (client) => {
        // Joined once: a concatenation of two strings would be copied again on its way into the engine.
        const query = [statement, ...lines].join("\n");
        await client.command({ query });
      }),
    insertFile: ({ toStatement, params, texts }) =>
      writers.use(async (client) => {
        await writeFile(
          rowsFile,
          texts.flatMap((text) => [text, "\n"]),
          { mode: 0o600 },
        );
        try {
          await withRowsFile((file) => client.command({ query: toStatement(file), query_params: params }));
        } finally {
          await rm(rowsFile);
        }
      }),
    ping: () => readers.use(assertAnswers),
    close: async () => {
      await Promise.all([...writers.idle, ...readers.idle].map((client) => client.close()));
      closeEngine();
    },
  };
}

async function assertAnswers(client: ClickHouseClient): Promise<void> {
  const answer = await client.ping();
  if (!answer.success) throw answer.error;
}
