import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 15;
const TRY_AGAIN_AFTER_MS = 200;

/**
 * Asks again while a broker says that it is not ready yet: a coordinator that is loading, a partition without a leader
 * just after it was created. kafkajs does so by itself for most questions, but not for those about offsets.
 */
export async function askUntilReady<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !isNotReady(error)) throw error;
      await sleep(TRY_AGAIN_AFTER_MS);
    }
  }
}

/**
 * kafkajs marks its errors; Node cannot import their class by name from a CommonJS module. A TypeError is what it throws
 * for a topic of which no partition has a leader yet.
 */
function isNotReady(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "retriable" in error && error.retriable === true);
}
