import type { EventLog } from "./event-log.ts";
import { readSecurity } from "./kafka-security.ts";
import type { EventLogSettings } from "./settings.ts";

export interface EventLogContext {
  /** The database of the log when Kafka is not configured. */
  readonly databaseUrl: string;
  /** Called for background failures that will be retried. */
  readonly onRetry: (error: Error) => void;
}

/**
 * Creates the event log chosen by the settings: Apache Kafka, or tables in the Postgres database.
 * @throws {UsageError} when settings that belong together are incomplete
 */
export async function createEventLog(settings: EventLogSettings, context: EventLogContext): Promise<EventLog> {
  const { KAFKA_BROKERS: brokers, RUAFLOW_LOG_PARTITIONS: partitions } = settings;
  const { onRetry } = context;
  if (brokers === undefined) {
    const { createPostgresLog } = await import("./postgres/postgres-log.ts");
    return createPostgresLog({ connectionString: context.databaseUrl, partitions, onRetry });
  }
  const { createKafkaJsLog } = await import("./kafka/kafkajs/kafkajs-log.ts");
  return createKafkaJsLog({
    brokers: brokers.split(",").map((broker) => broker.trim()),
    partitions,
    onRetry,
    sessionTimeoutMs: settings.KAFKA_SESSION_TIMEOUT_MS,
    ...readSecurity(settings),
  });
}
