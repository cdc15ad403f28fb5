import { isOutage } from "@ruaflow/runtime/errors";

/**
 * True for what kafkajs calls retriable, also when it has stopped trying, and for a lost connection: a broker that is away,
 * has no leader yet or does not answer in time. An error that it calls final, such as a wrong password, is a mistake.
 */
export function isKafkaOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("retriable" in current && current.retriable === true) return true;
  }
  return isOutage(error);
}
