import { isOutage } from "@ruaflow/runtime/errors";

/**
 * True for errors that kafkajs calls retriable, even after its last retry, and for a lost connection: a broker that is
 * unreachable, has no leader yet or does not respond in time. An error that it calls final, such as a wrong password,
 * is a configuration error.
 */
export function isKafkaOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("retriable" in current && current.retriable === true) return true;
  }
  return isOutage(error);
}

/**
 * kafkajs marks its errors; Node cannot import their class by name from a CommonJS module. It throws a TypeError for a
 * topic whose partitions have no leader yet. After its own last retry it wraps the error: a broker's answer (`type`)
 * means that the broker is there, whereas a connection that failed was retried for seconds already.
 */
export function isKafkaNotReady(error: unknown): boolean {
  if (error instanceof TypeError || isRetriable(error)) return true;
  return error instanceof Error && isRetriable(error.cause) && "type" in error.cause;
}

function isRetriable(error: unknown): error is Error {
  return error instanceof Error && "retriable" in error && error.retriable === true;
}
