import { UsageError } from "@ruaflow/runtime";
import type { EventLog } from "./event-log.ts";
import type { EventLogSettings } from "./settings.ts";

export interface EventLogContext {
  /** Where the log lies when no Kafka is set. */
  readonly databaseUrl: string;
  /** Called for failures in the background that will be tried again. */
  readonly onRetry: (error: Error) => void;
}

/** The event log that the settings name: Apache Kafka, or tables in the Postgres database. */
export async function createEventLog(settings: EventLogSettings, context: EventLogContext): Promise<EventLog> {
  const { KAFKA_BROKERS: brokers, RUAFLOW_LOG_PARTITIONS: partitions } = settings;
  const { onRetry } = context;
  if (brokers === undefined) {
    const { createPostgresLog } = await import("./postgres/postgres-log.ts");
    return createPostgresLog({ connectionString: context.databaseUrl, partitions, onRetry });
  }
  throw new UsageError("KAFKA_BROKERS: not yet");
}
