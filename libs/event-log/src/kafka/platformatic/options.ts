import { isIP, type Socket } from "node:net";
import type { Base, BaseOptions, Connection } from "@platformatic/kafka";
import type { KafkaConnectionOptions, KafkaLogin } from "../kafka-client.ts";
import { reportFailures } from "../report-failures.ts";
import { describeCauses, KafkaError } from "./errors.ts";

export interface PlatformaticOptions extends KafkaConnectionOptions {
  /** Called with the socket of each new connection; tests use it to break connections. */
  readonly onSocket?: (socket: Socket) => void;
}

/** What all clients of one log share. */
export interface ClientContext {
  readonly options: BaseOptions;
  /** For background failures: reported once per outage. */
  readonly report: (error: unknown) => void;
  /** Must see each new connection. */
  readonly watch: (connection: Connection) => void;
  /** Adds the reason why a connection was closed, such as an alert of TLS: the library has it only as an event. */
  readonly explain: (error: unknown) => KafkaError;
}

const CONNECT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Requests are nested up to three deep, and each level repeats by itself: more attempts would take minutes to fail. */
const RETRIES = 2;
const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 3000;

const CLOSED = /Connection closed$/;

export function createClientContext(options: PlatformaticOptions): ClientContext {
  const reportLine = reportFailures(
    (error) => options.onRetry?.(error),
    () => performance.now(),
  );
  let broken: Error | null = null;
  const explain = (error: unknown) => {
    const message = describeCauses(error);
    const reason = broken !== null && CLOSED.test(message) ? `: ${describeCauses(broken)}` : "";
    return new KafkaError(`${message}${reason}`, { cause: error });
  };
  const report = (error: unknown) => reportLine(`Kafka: ${explain(error).message}`);
  return {
    report,
    explain,
    options: toBaseOptions(options, report),
    watch(connection) {
      broken = null;
      // The pool listens only to the first error of a connection; a second one would end the process.
      connection.on("error", (error) => {
        broken = error;
      });
      options.onSocket?.(connection.socket);
    },
  };
}

function toBaseOptions(options: PlatformaticOptions, report: (error: unknown) => void): BaseOptions {
  return {
    clientId: "ruaflow",
    bootstrapBrokers: [...options.brokers],
    connectTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    retries: RETRIES,
    // With the client, the operation, the attempt, the number of attempts, and the failure.
    retryDelay(...[, , attempt, , error]) {
      report(error);
      return Math.min(RETRY_MIN_MS * 2 ** (attempt - 1), RETRY_MAX_MS);
    },
    // Hosted brokers find their certificate by the server name, which an address cannot be.
    ...(options.tls && { tls: { ...options.tls }, tlsServerName: !options.brokers.some(hasAddress) }),
    ...(options.sasl && { sasl: toSasl(options.sasl) }),
  };
}

function hasAddress(broker: string): boolean {
  return isIP(broker.slice(0, broker.lastIndexOf(":")).replace(/^\[|\]$/g, "")) !== 0;
}

const MECHANISMS = { plain: "PLAIN", "scram-sha-256": "SCRAM-SHA-256", "scram-sha-512": "SCRAM-SHA-512" } as const;

function toSasl({ mechanism, username, password }: KafkaLogin) {
  return { mechanism: MECHANISMS[mechanism], username, password };
}

/** A client of the library with the context's guards on its connections. */
export function guard<Client extends Base>(client: Client, { watch }: ClientContext): Client {
  const base: Base = client;
  base.on("client:broker:connect", ({ connection }) => connection && watch(connection));
  base.on("client:broker:failed", ({ connection }) => connection?.on("error", () => {}));
  return client;
}
