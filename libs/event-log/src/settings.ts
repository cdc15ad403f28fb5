import { type SettingsOf, setting } from "@ruaflow/runtime/settings";

/** Settings of the event log, for the schema of every app that uses it. */
export const eventLogSettings = {
  KAFKA_BROKERS: setting.text({
    description: "Apache Kafka as the event log: host:port, comma-separated; not set: PostgreSQL.",
  }),
  KAFKA_TLS: setting.flag({ default: false, description: "Connect to Kafka over TLS." }),
  KAFKA_SASL_MECHANISM: setting.oneOf(["plain", "scram-sha-256", "scram-sha-512"], {
    description: "How to authenticate to Kafka; not set: no authentication.",
  }),
  KAFKA_SASL_USERNAME: setting.text({ description: "User name for Kafka." }),
  KAFKA_SASL_PASSWORD: setting.secret({ description: "Password for Kafka." }),
  KAFKA_SESSION_TIMEOUT_MS: setting.integer({
    default: 30_000,
    minimum: 6000,
    description: "A consumer that sends no heartbeat for this long loses its partitions.",
  }),
  RUAFLOW_LOG_PARTITIONS: setting.integer({
    default: 6,
    minimum: 1,
    maximum: 1000,
    description: "Number of partitions of new event log topics.",
  }),
};

export type EventLogSettings = SettingsOf<typeof eventLogSettings>;
