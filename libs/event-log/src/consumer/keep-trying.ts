import { retryUntilDone } from "@ruaflow/runtime/work";
import { EventLogError, toError } from "../errors.ts";
import type { Batch } from "../event-log.ts";

export interface RetryOptions {
  readonly retryMinMs: number;
  readonly retryMaxMs: number;
  readonly stopping: AbortSignal;
  readonly onActivity: (partition: number) => void;
  readonly onRetry?: (error: Error) => void;
}

/** Well below any session timeout, so that a consumer keeps its partitions during an outage. */
const HEARTBEAT_EVERY_MS = 1000;

/**
 * Repeats `step` until it succeeds: an outage is waited out, never skipped. Rejects with `batch_stale` as soon as the
 * batch is stale or the consumer stops.
 */
export async function keepTrying<Result>(
  batch: Batch,
  options: RetryOptions,
  step: () => Promise<Result>,
): Promise<Result> {
  const heartbeat = createHeartbeat(batch, options);
  const failed = new WeakSet<Error>();
  const attempt = async (): Promise<Result> => {
    heartbeat.stop();
    refuseStale(batch, options.stopping);
    options.onActivity(batch.partition);
    try {
      return await step();
    } catch (thrown) {
      const error = toError(thrown);
      failed.add(error);
      throw error;
    }
  };
  try {
    return await retryUntilDone(attempt, {
      signal: AbortSignal.any([options.stopping, heartbeat.lost]),
      pauseMinMs: options.retryMinMs,
      pauseMaxMs: options.retryMaxMs,
      shouldRetry: (error) => error instanceof Error && failed.has(error),
      onRetry(error) {
        options.onRetry?.(toError(error));
        heartbeat.start();
      },
    });
  } catch (error) {
    refuseStale(batch, options.stopping);
    throw error;
  } finally {
    heartbeat.stop();
  }
}

/** Sends heartbeats between attempts. During an attempt the handler must send them, or the watchdog finds it. */
function createHeartbeat(batch: Batch, { stopping, onActivity }: RetryOptions) {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const beat = async () => {
    refuseStale(batch, stopping);
    await batch.heartbeat();
    onActivity(batch.partition);
  };
  return {
    /** Aborts, with the reason, when the batch is lost meanwhile. */
    lost: lost.signal,
    start() {
      timer = setInterval(() => beat().catch((error) => lost.abort(error)), HEARTBEAT_EVERY_MS);
    },
    stop: () => clearInterval(timer),
  };
}

function refuseStale(batch: Batch, stopping: AbortSignal): void {
  if (stopping.aborted || batch.isStale()) {
    throw new EventLogError("batch_stale", `Partition ${batch.partition} of ${batch.topic} is no longer ours.`);
  }
}
