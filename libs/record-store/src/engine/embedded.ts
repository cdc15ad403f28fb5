import { open } from "node:fs/promises";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { createChdbConnection } from "chdb/connection";
import { fromClients, SESSIONS, toRowsFile } from "./embedded-sessions.ts";
import { defaultDatabase, type WritingEngine } from "./engine.ts";
import { openFolder } from "./open-folder.ts";

/**
 * Opens ClickHouse inside this process on a folder that no other process may use meanwhile. Sessions of one process
 * share the folder and see each other's rows at once; an insert does not block queries.
 */
export async function createEmbeddedEngine(path: string): Promise<WritingEngine> {
  const { close } = await openFolder(path);
  const openSession = async () => {
    // @ts-expect-error the client has its own copy of chdb's types, identical except for a class with a private member
    const client = createClient({ connection: createChdbConnection({ path }) });
    await client.command({ query: `USE ${defaultDatabase}` });
    return client;
  };
  const clients: ClickHouseClient[] = [];
  for (const _ of SESSIONS) clients.push(await openSession());
  // By its number: in a path the engine would take brackets and asterisks for patterns.
  const withRowsFile = async <Result>(use: (file: string) => Promise<Result>) => {
    const file = await open(toRowsFile(path));
    return use(String(file.fd)).finally(() => file.close());
  };
  const renewSession = async (failed: ClickHouseClient) => {
    const renewed = await openSession();
    await failed.close();
    return renewed;
  };
  return fromClients(clients, { rowsFile: toRowsFile(path), withRowsFile, renewSession, closeEngine: close });
}
