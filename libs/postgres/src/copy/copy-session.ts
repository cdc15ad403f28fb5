import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import type { Queryable } from "../database.ts";
import { toStoreError } from "../store-error.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/** One connection, for work that takes as long as the data is large: its statements have no timeout. */
export interface CopySession extends Queryable {
  /** Runs `COPY … TO STDOUT` and hands its bytes to `consume`; resolves with the number of rows. */
  copyOut(statement: string, consume: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<number>;
  /** Runs `COPY … FROM STDIN` with these bytes; resolves with the number of rows. */
  copyIn(statement: string, bytes: AsyncIterable<Uint8Array>): Promise<number>;
}

/** Opens a connection for `work`, and closes it afterwards: what was not committed is rolled back. */
export async function withCopySession<Result>(
  url: string,
  work: (session: CopySession) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: "ruaflow-backup",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(createSession(client));
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function createSession(client: pg.Client): CopySession {
  return {
    query: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    async copyOut(statement, consume) {
      const stream = client.query(to(statement));
      await consume(Readable.from(stream));
      return stream.rowCount;
    },
    async copyIn(statement, bytes) {
      const stream = client.query(from(statement));
      await pipeline(bytes, stream);
      return stream.rowCount;
    },
  };
}
