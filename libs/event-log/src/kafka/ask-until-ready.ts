import { retryUntilDone } from "@ruaflow/runtime/work";

const RETRIES_MAX = 14;
const TRY_AGAIN_AFTER_MS = 200;

/**
 * Asks again while a broker says that it is not ready yet: a coordinator that is loading, a partition without a leader
 * just after it was created. kafkajs does so by itself for most questions, but not for those about offsets.
 */
export function askUntilReady<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return retryUntilDone(ask, {
    shouldRetry: isNotReady,
    retriesMax: RETRIES_MAX,
    pauseMinMs: TRY_AGAIN_AFTER_MS,
    pauseMaxMs: TRY_AGAIN_AFTER_MS,
  });
}

/**
 * kafkajs marks its errors; Node cannot import their class by name from a CommonJS module. A TypeError is what it throws
 * for a topic of which no partition has a leader yet.
 */
function isNotReady(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "retriable" in error && error.retriable === true);
}
