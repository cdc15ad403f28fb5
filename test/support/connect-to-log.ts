import { createEventLog, type EventLog } from "@ruaflow/event-log";

/** The log of a cluster, seen from outside of its apps. */
export function connectToLog(brokers: string): Promise<EventLog> {
  return createEventLog(
    {
      KAFKA_BROKERS: brokers,
      KAFKA_TLS: false,
      KAFKA_SESSION_TIMEOUT_MS: 10_000,
      RUAFLOW_LOG_PARTITIONS: 6,
    },
    { databaseUrl: "", onRetry: () => undefined },
  );
}
