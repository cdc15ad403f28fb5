import { describeError } from "@ruaflow/runtime/errors";
import { type ISocketFactory, Kafka, type LogEntry, logLevel, type SASLOptions } from "kafkajs";
import type { KafkaConnectionOptions, KafkaLogin } from "../kafka-client.ts";
import { reportFailures } from "../report-failures.ts";

export interface KafkaJsOptions extends KafkaConnectionOptions {
  /** Creates the sockets; tests use it to break connections. */
  readonly socketFactory?: ISocketFactory;
}

/** About ten seconds of attempts; then the caller gets the error and decides. */
export const retry = { initialRetryTime: 100, maxRetryTime: 3000, retries: 6 };

export function createClient(options: KafkaJsOptions): Kafka {
  const report = reportFailures(
    (error) => options.onRetry?.(error),
    () => performance.now(),
  );
  return new Kafka({
    clientId: "ruaflow",
    brokers: [...options.brokers],
    connectionTimeout: 5000,
    requestTimeout: options.requestTimeoutMs ?? 30_000,
    retry,
    logLevel: logLevel.ERROR,
    logCreator: () => (entry) => report(describeEntry(entry)),
    ssl: options.tls === undefined ? false : { ...options.tls },
    ...(options.sasl && { sasl: toSasl(options.sasl) }),
    ...(options.socketFactory && { socketFactory: options.socketFactory }),
  });
}

/** The type of kafkajs has one variant for each mechanism. */
function toSasl({ mechanism, username, password }: KafkaLogin): SASLOptions {
  if (mechanism === "plain") return { mechanism, username, password };
  if (mechanism === "scram-sha-256") return { mechanism, username, password };
  return { mechanism, username, password };
}

/** A line that kafkajs logs, with the broker and its error. */
export function describeEntry({ log: { message, broker, error } }: LogEntry): string {
  const where = typeof broker === "string" ? `Kafka at ${broker}` : "Kafka";
  return `${where}: ${message}${error === undefined ? "" : `: ${describeError(error)}`}`;
}
