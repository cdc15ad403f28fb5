import { startPostgres } from "@ruaflow/engines/testing";
import type { EventLog } from "../event-log.ts";
import { createPostgresLog, type PostgresLogOptions } from "../postgres/postgres-log.ts";

/** A log, not prepared, in a database of its own on the PostgreSQL that the test run shares; `close` removes it. */
export async function startTestLog(options: Pick<PostgresLogOptions, "partitions" | "topics"> = {}): Promise<EventLog> {
  const database = await startPostgres();
  const log = createPostgresLog({ connectionString: database.url, ...options });
  return {
    ...log,
    async close() {
      await log.close();
      await database.stop();
    },
  };
}
