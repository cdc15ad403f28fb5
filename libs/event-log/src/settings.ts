import { checkCertificates, checkPrivateKey, type SettingsOf, setting } from "@ruaflow/runtime/settings";

/**
 * After an outage of the brokers, kafkajs joins its group as a new member, and the group waits this long for the old one.
 * Heartbeats go out every 2.5 s, also during a long write; only a process that hangs for 10 s misses them.
 */
export const SESSION_TIMEOUT_MS = 10_000;

/** Settings of the event log, for the schema of every app that uses it. */
export const eventLogSettings = {
  KAFKA_BROKERS: setting.text({
    description: "Apache Kafka as the event log: host:port, comma-separated; not set: PostgreSQL.",
  }),
  KAFKA_TLS: setting.flag({ default: false, description: "Connect to Kafka over TLS." }),
  // As secrets, so that `--check-config` prints no certificates.
  KAFKA_TLS_CA: setting.secret({
    description:
      "Certificate authority that signed the brokers' certificates, in PEM, or KAFKA_TLS_CA_FILE; not set: the public ones.",
    check: checkCertificates,
  }),
  KAFKA_TLS_CERT: setting.secret({
    description: "Client certificate for Kafka, in PEM, or KAFKA_TLS_CERT_FILE; not set: none is sent.",
    check: checkCertificates,
  }),
  KAFKA_TLS_KEY: setting.secret({
    description: "Private key of KAFKA_TLS_CERT, in PEM without a passphrase, or KAFKA_TLS_KEY_FILE.",
    check: checkPrivateKey,
  }),
  KAFKA_SASL_MECHANISM: setting.oneOf(["plain", "scram-sha-256", "scram-sha-512"], {
    description: "How to authenticate to Kafka; not set: no authentication.",
  }),
  KAFKA_SASL_USERNAME: setting.text({ description: "User name for Kafka." }),
  KAFKA_SASL_PASSWORD: setting.secret({ description: "Password for Kafka." }),
  KAFKA_SESSION_TIMEOUT_MS: setting.integer({
    default: SESSION_TIMEOUT_MS,
    minimum: 6000,
    description:
      "A consumer that sends no heartbeat for this long loses its partitions. After an outage of Kafka, reading goes on this much later.",
  }),
  RUAFLOW_LOG_PARTITIONS: setting.integer({
    default: 6,
    minimum: 1,
    maximum: 1000,
    description: "Number of partitions of new event log topics.",
  }),
};

export type EventLogSettings = SettingsOf<typeof eventLogSettings>;
