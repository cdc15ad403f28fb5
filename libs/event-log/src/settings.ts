import { Secret } from "@ruaflow/runtime";
import { type Static, Type } from "typebox";

/** Settings of the event log, for the schema of every app that uses it. */
export const eventLogSettings = {
  KAFKA_BROKERS: Type.Optional(
    Type.String({ description: "Apache Kafka as event log: host:port, several with commas; not set: Postgres." }),
  ),
  KAFKA_TLS: Type.Boolean({ default: false, description: "Connect to Kafka over TLS." }),
  KAFKA_SASL_MECHANISM: Type.Optional(
    Type.Union([Type.Literal("plain"), Type.Literal("scram-sha-256"), Type.Literal("scram-sha-512")], {
      description: "How to authenticate to Kafka; not set: not at all.",
    }),
  ),
  KAFKA_SASL_USERNAME: Type.Optional(Type.String({ description: "User name for Kafka." })),
  KAFKA_SASL_PASSWORD: Secret({ description: "Password for Kafka." }),
  KAFKA_SESSION_TIMEOUT_MS: Type.Integer({
    default: 30_000,
    minimum: 6000,
    description: "Without a sign of life for this long, a consumer loses its partitions.",
  }),
  RUAFLOW_LOG_PARTITIONS: Type.Integer({
    default: 6,
    minimum: 1,
    maximum: 1000,
    description: "Partitions of the event log's topics, when they are created.",
  }),
};

const schema = Type.Object(eventLogSettings);

export type EventLogSettings = Static<typeof schema>;
