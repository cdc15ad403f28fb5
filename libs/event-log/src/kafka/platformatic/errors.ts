import { isOutage } from "@ruaflow/runtime/errors";

/** A failure of the client library, with all its causes in the message. */
export class KafkaError extends Error {
  override readonly name = "KafkaError";
}

/** For a promise of the client library, whose own messages say only "produce failed 7 times". */
export function toKafkaError(error: unknown): never {
  throw error instanceof KafkaError ? error : new KafkaError(describeCauses(error), { cause: error });
}

/** The messages of an error and its causes; of several failures, such as attempts, the last one. */
export function describeCauses(error: unknown): string {
  if (error instanceof KafkaError) return error.message;
  return [...walk(error)].map(({ message }) => message.replace(/\.$/, "")).join(": ");
}

/**
 * True for a broker that is unreachable, has no leader yet or does not respond in time, even after the last attempt.
 * An error with a final one among its causes, such as a wrong password, is a configuration error. A handshake that the
 * broker broke off is not, whatever the library says: brokers that stop do so.
 */
export function isKafkaOutage(error: unknown): boolean {
  const causes = [...walk(error)];
  const isFinal = causes.some((cause) => isMarked(cause, "canRetry", false)) && !isReset(causes.at(-1));
  return !isFinal && causes.some(isTemporary);
}

function isReset(error: Error | undefined): boolean {
  return error !== undefined && isMarked(error, "code", "ECONNRESET");
}

/** A broker's answer; a connection that failed was retried already. */
export function isKafkaNotReady(error: unknown): boolean {
  return [...walk(error)].some(
    (cause) => isMarked(cause, "canRetry", true) && ("apiId" in cause || isMarked(cause, "hasStaleMetadata", true)),
  );
}

/** Errors after which the member joins again with a new membership. */
export function mustRejoin(error: unknown): boolean {
  return [...walk(error)].some((cause) => isMarked(cause, "needsRejoin", true));
}

/** Whether Kafka's error with this name is among the causes. */
export function hasApiError(error: unknown, name: string): boolean {
  return [...walk(error)].some((cause) => isMarked(cause, "apiId", name));
}

function isTemporary(error: Error): boolean {
  return isMarked(error, "canRetry", true) || isOutage(error);
}

function isMarked(error: Error, property: string, value: unknown): boolean {
  return Object.entries(error).some(([name, actual]) => name === property && actual === value);
}

/** The library says so of each failure before the login, such as a lost connection. */
const MISLEADING = "Cannot find a suitable SASL mechanism.";

function* walk(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = toCause(current)) {
    if (current.message !== MISLEADING) yield current;
  }
}

function toCause(error: Error): unknown {
  return error instanceof AggregateError ? error.errors.at(-1) : error.cause;
}
