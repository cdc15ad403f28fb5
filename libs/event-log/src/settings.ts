import { type SettingsOf, setting } from "@ruaflow/runtime/settings";

/** Settings of the event log, for the schema of every app that uses it. */
export const eventLogSettings = {
  KAFKA_BROKERS: setting.text({
    description: "Apache Kafka as event log: host:port, several with commas; not set: Postgres.",
  }),
  KAFKA_TLS: setting.flag({ default: false, description: "Connect to Kafka over TLS." }),
  KAFKA_SASL_MECHANISM: setting.oneOf(["plain", "scram-sha-256", "scram-sha-512"], {
    description: "How to authenticate to Kafka; not set: not at all.",
  }),
  KAFKA_SASL_USERNAME: setting.text({ description: "User name for Kafka." }),
  KAFKA_SASL_PASSWORD: setting.secret({ description: "Password for Kafka." }),
  KAFKA_SESSION_TIMEOUT_MS: setting.integer({
    default: 30_000,
    minimum: 6000,
    description: "Without a sign of life for this long, a consumer loses its partitions.",
  }),
  RUAFLOW_LOG_PARTITIONS: setting.integer({
    default: 6,
    minimum: 1,
    maximum: 1000,
    description: "Partitions of the event log's topics, when they are created.",
  }),
};

export type EventLogSettings = SettingsOf<typeof eventLogSettings>;
