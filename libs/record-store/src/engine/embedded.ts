import { open, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { createFolder } from "@ruaflow/runtime/folders";
import { Session } from "chdb";
import { createChdbConnection } from "chdb/connection";
import { defaultDatabase, type Engine, singleServer } from "./engine.ts";
import { writeRoles } from "./reader-role.ts";
import { SessionPool } from "./session-pool.ts";

// The writer and the readers together leave one of libuv's four threads for files, DNS and zlib.
const READ_SESSIONS = 2;

/**
 * After an insert of this size, freed memory is returned to the system at once. Each thread has its own arena and keeps
 * freed memory for seconds: a report of a million records took 40 MiB more. Doing this after every insert would cost a
 * tenth of an import's CPU.
 */
const LARGE_CHARACTERS = 2 * 1024 * 1024;

/**
 * Opens ClickHouse inside this process on a folder that no other process may use meanwhile. Sessions of one process
 * share the folder and see each other's rows at once; an insert does not block queries.
 */
export async function createEmbeddedEngine(path: string): Promise<Engine> {
  await createFolder(path, 0o700);
  // The client opens its sessions without arguments, which therefore join this one's engine.
  const first = new Session(path, { connectionArgs: await writeRoles(resolve(path)) });
  // @ts-expect-error the client has its own copy of chdb's types, identical except for a class with a private member
  const connect = () => createClient({ connection: createChdbConnection({ path }) });
  const writer = connect();
  await writer.command({ query: `CREATE DATABASE IF NOT EXISTS ${defaultDatabase}` });
  const clients = [writer, ...Array.from({ length: READ_SESSIONS }, connect)];
  for (const client of clients) await client.command({ query: `USE ${defaultDatabase}` });
  return fromClients(clients, join(path, "rows-to-insert"), () => first.close());
}

function fromClients(clients: readonly ClickHouseClient[], filePath: string, closeEngine: () => void): Engine {
  const writers = new SessionPool(clients.slice(0, 1));
  const readers = new SessionPool(clients.slice(1));
  return {
    kind: "embedded",
    layout: singleServer,
    questionsMax: READ_SESSIONS,
    select: <Row>(query: string, params: Record<string, unknown>) =>
      readers.use(async (client) => {
        const result = await client.query({ query, query_params: params, format: "JSONEachRow" });
        return result.json<Row>();
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
        if (query.length >= LARGE_CHARACTERS) await returnMemory(client);
      }),
    // By its number: in a path the engine would take brackets and asterisks for patterns.
    insertFile: ({ toStatement, params, texts }) =>
      writers.use(async (client) => {
        await writeFile(
          filePath,
          texts.flatMap((text) => [text, "\n"]),
          { mode: 0o600 },
        );
        const file = await open(filePath);
        try {
          await client.command({ query: toStatement(file.fd), query_params: params });
          await returnMemory(client);
        } finally {
          await file.close();
          await rm(filePath);
        }
      }),
    ping: () => readers.use(assertAnswers),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      closeEngine();
    },
  };
}

/** After an insert: its rows are stored already, so a refusal by an engine built without jemalloc does not matter. */
async function returnMemory(client: ClickHouseClient): Promise<void> {
  await client.command({ query: "SYSTEM JEMALLOC PURGE" }).catch(() => undefined);
}

async function assertAnswers(client: ClickHouseClient): Promise<void> {
  const answer = await client.ping();
  if (!answer.success) throw answer.error;
}
