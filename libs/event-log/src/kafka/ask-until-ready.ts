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
export function askUntilReady<Answer>(
  ask: () => Promise<Answer>,
  isNotReady: (error: unknown) => boolean,
  withinMs = ANSWER_WITHIN_MS,
): Promise<Answer> {
  const endsAt = performance.now() + withinMs;
  return retryUntilDone(ask, {
    shouldRetry: (error) => isNotReady(error) && performance.now() < endsAt,
    pauseMinMs: TRY_AGAIN_AFTER_MS,
    pauseMaxMs: TRY_AGAIN_AFTER_MS,
  });
}
