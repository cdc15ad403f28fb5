import { type ISocketFactory, Kafka, type KafkaConfig, logLevel } from "kafkajs";
import { reportFailures } from "./report-failures.ts";

export interface KafkaClientOptions {
  readonly brokers: readonly string[];
  /** TLS: true, or Node's options for it (certificate authority, client certificate). */
  readonly ssl?: KafkaConfig["ssl"];
  readonly sasl?: KafkaConfig["sasl"];
  /** How long to wait for a broker's response. */
  readonly requestTimeoutMs?: number;
  /** Creates the sockets; tests use it to break connections. */
  readonly socketFactory?: ISocketFactory;
  /** Called for background failures that will be retried, once per outage. */
  readonly onRetry?: (error: Error) => void;
}

/** About ten seconds of attempts; then the caller gets the error and decides. */
export const retry = { initialRetryTime: 100, maxRetryTime: 3000, retries: 6 };

export function createClient(options: KafkaClientOptions): Kafka {
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
    logCreator: () => report,
    ...(options.ssl !== undefined && { ssl: options.ssl }),
    ...(options.sasl !== undefined && { sasl: options.sasl }),
    ...(options.socketFactory && { socketFactory: options.socketFactory }),
  });
}
