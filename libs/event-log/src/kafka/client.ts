import { type ISocketFactory, Kafka, type KafkaConfig, logLevel } from "kafkajs";

export interface KafkaClientOptions {
  readonly brokers: readonly string[];
  /** TLS: true, or Node's options for it (certificate authority, client certificate). */
  readonly ssl?: KafkaConfig["ssl"];
  readonly sasl?: KafkaConfig["sasl"];
  /** How long to wait for an answer of a broker. */
  readonly requestTimeoutMs?: number;
  /** Makes the sockets; for tests, which break them. */
  readonly socketFactory?: ISocketFactory;
  /** Called for failures in the background that will be tried again. */
  readonly onRetry?: (error: Error) => void;
}

/** About ten seconds of tries; then whoever asked is told, and decides. */
export const retry = { initialRetryTime: 100, maxRetryTime: 3000, retries: 6 };

export function createClient(options: KafkaClientOptions): Kafka {
  return new Kafka({
    clientId: "ruaflow",
    brokers: [...options.brokers],
    connectionTimeout: 5000,
    requestTimeout: options.requestTimeoutMs ?? 30_000,
    retry,
    logLevel: logLevel.ERROR,
    logCreator:
      () =>
      ({ namespace, log }) =>
        options.onRetry?.(new Error(`${namespace}: ${log.message}`)),
    ...(options.ssl !== undefined && { ssl: options.ssl }),
    ...(options.sasl !== undefined && { sasl: options.sasl }),
    ...(options.socketFactory && { socketFactory: options.socketFactory }),
  });
}
