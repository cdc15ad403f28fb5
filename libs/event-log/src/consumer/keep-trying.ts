import { EventLogError, toError } from "../errors.ts";
import type { Batch } from "../event-log.ts";
import { sleep } from "../signal.ts";

export interface RetryOptions {
  readonly retryAfterMs: readonly number[];
  readonly stopping: AbortSignal;
  readonly onActivity: (partition: number) => void;
  readonly onRetry?: (error: Error) => void;
}

/** Well below any session timeout, so that a consumer in an outage keeps its partitions. */
const HEARTBEAT_EVERY_MS = 1000;

/**
 * Repeats `step` until it succeeds: an outage is waited out, never skipped. `settle` may turn a failure into a result.
 * Rejects with `batch_stale` as soon as the batch is stale or the consumer stops.
 */
export async function keepTrying<Result>(
  batch: Batch,
  options: RetryOptions,
  step: () => Promise<Result>,
  settle: (error: Error) => Result | undefined = () => undefined,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    refuseStale(batch, options.stopping);
    options.onActivity(batch.partition);
    try {
      return await step();
    } catch (thrown) {
      const error = toError(thrown);
      const settled = settle(error);
      if (settled !== undefined) return settled;
      options.onRetry?.(error);
      await waitAlive(batch, options, options.retryAfterMs[failures] ?? options.retryAfterMs.at(-1) ?? 0);
    }
  }
}

async function waitAlive(batch: Batch, options: RetryOptions, waitMs: number): Promise<void> {
  for (let leftMs = waitMs; leftMs > 0; leftMs -= HEARTBEAT_EVERY_MS) {
    await sleep(Math.min(leftMs, HEARTBEAT_EVERY_MS), options.stopping);
    refuseStale(batch, options.stopping);
    await batch.heartbeat();
    options.onActivity(batch.partition);
  }
}

function refuseStale(batch: Batch, stopping: AbortSignal): void {
  if (stopping.aborted || batch.isStale()) {
    throw new EventLogError("batch_stale", `Partition ${batch.partition} of ${batch.topic} is no longer ours.`);
  }
}
