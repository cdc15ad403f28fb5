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
