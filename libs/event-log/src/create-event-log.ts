import { UsageError } from "@ruaflow/runtime/errors";
import type { SASLOptions } from "kafkajs";
import type { EventLog } from "./event-log.ts";
import type { EventLogSettings } from "./settings.ts";

export interface EventLogContext {
  /** The database of the log when Kafka is not configured. */
  readonly databaseUrl: string;
  /** Called for background failures that will be retried. */
  readonly onRetry: (error: Error) => void;
}

/** Creates the event log chosen by the settings: Apache Kafka, or tables in the Postgres database. */
export async function createEventLog(settings: EventLogSettings, context: EventLogContext): Promise<EventLog> {
  const { KAFKA_BROKERS: brokers, RUAFLOW_LOG_PARTITIONS: partitions } = settings;
  const { onRetry } = context;
  if (brokers === undefined) {
    const { createPostgresLog } = await import("./postgres/postgres-log.ts");
    return createPostgresLog({ connectionString: context.databaseUrl, partitions, onRetry });
  }
  const { createKafkaLog } = await import("./kafka/kafka-log.ts");
  const sasl = readSasl(settings);
  return createKafkaLog({
    brokers: brokers.split(",").map((broker) => broker.trim()),
    partitions,
    onRetry,
    sessionTimeoutMs: settings.KAFKA_SESSION_TIMEOUT_MS,
    ssl: settings.KAFKA_TLS,
    ...(sasl && { sasl }),
  });
}

/** @throws {UsageError} when a mechanism is set without a user name and a password */
function readSasl(settings: EventLogSettings): SASLOptions | null {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  if (mechanism === undefined) return null;
  if (username === undefined || password === undefined) {
    throw new UsageError("KAFKA_SASL_MECHANISM is set, so KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are required.");
  }
  const login = { username, password };
  if (mechanism === "plain") return { mechanism, ...login };
  return mechanism === "scram-sha-256" ? { mechanism, ...login } : { mechanism, ...login };
}
