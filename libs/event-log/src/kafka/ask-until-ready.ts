import { retryUntilDone } from "@ruaflow/runtime/work";

/**
 * How long the start of a consumer waits for a broker: one that has just been started first creates its topic of
 * committed offsets, which took more than 3 s on a busy machine with Kafka's default of 50 partitions.
 */
export const START_WITHIN_MS = 60_000;
/** For everything else, where a person or a scrape of the metrics waits for the answer. */
const ANSWER_WITHIN_MS = 3000;
const TRY_AGAIN_AFTER_MS = 200;

/**
 * Repeats a request for `withinMs` while a broker reports that it is not ready: a coordinator that is loading, a new
 * partition without a leader. kafkajs itself repeats most requests, but not those about offsets.
 *
 * @throws the error of the last attempt
 */
export function askUntilReady<Answer>(ask: () => Promise<Answer>, withinMs = ANSWER_WITHIN_MS): Promise<Answer> {
  const endsAt = performance.now() + withinMs;
  return retryUntilDone(ask, {
    shouldRetry: (error) => isNotReady(error) && performance.now() < endsAt,
    pauseMinMs: TRY_AGAIN_AFTER_MS,
    pauseMaxMs: TRY_AGAIN_AFTER_MS,
  });
}

/**
 * kafkajs marks its errors; Node cannot import their class by name from a CommonJS module. It throws a TypeError for a
 * topic whose partitions have no leader yet. After its own last retry it wraps the error: a broker's answer (`type`)
 * means that the broker is there, whereas a connection that failed was retried for seconds already.
 */
function isNotReady(error: unknown): boolean {
  if (error instanceof TypeError || isRetriable(error)) return true;
  return error instanceof Error && isRetriable(error.cause) && "type" in error.cause;
}

function isRetriable(error: unknown): error is Error {
  return error instanceof Error && "retriable" in error && error.retriable === true;
}
