import { retryUntilDone } from "@ruaflow/runtime/work";

const RETRIES_MAX = 14;
const TRY_AGAIN_AFTER_MS = 200;

/**
 * Repeats a request while a broker reports that it is not ready: a coordinator that is loading, a new partition without
 * a leader. kafkajs itself repeats most requests, but not those about offsets.
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
 * kafkajs marks its errors; Node cannot import their class by name from a CommonJS module. kafkajs throws a TypeError
 * for a topic whose partitions have no leader yet.
 */
function isNotReady(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "retriable" in error && error.retriable === true);
}
