import type { Handle, Progress } from "./consumer/handle.ts";
import { createBatchProcessor } from "./consumer/process-batch.ts";
import { createWatchdog } from "./consumer/watchdog.ts";
import type { EventLog, ReceivedMessage, Subscription } from "./event-log.ts";
import { deadLettersTopic } from "./topics.ts";

export interface ConsumerOptions {
  readonly topic: string;
  readonly group: string;
  readonly handle: Handle;
  /** Limits of one fetch, per partition. */
  readonly batchMessagesMax?: number;
  readonly batchBytesMax?: number;
  /** Limits of the part that `handle` receives at once; a part should take at most five seconds. */
  readonly partMessagesMax?: number;
  readonly partBytesMax?: number;
  /** What a message counts against `partBytesMax`; absent: its key and value. */
  readonly countBytes?: (message: ReceivedMessage) => number;
  /** The pause before the second attempt; each further pause is about twice as long. */
  readonly retryMinMs?: number;
  /** The longest pause. */
  readonly retryMaxMs?: number;
  readonly deadLetterTopic?: string;
  /** The consumer counts as stalled after this long without activity while messages are waiting. */
  readonly stalledAfterMs?: number;
  /** Called after each part: handled, dead letters durable, offset committed. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called after each failure that will be retried, outages included. */
  readonly onRetry?: (error: Error) => void;
  /** The consumer has stopped for good; the process should end and be restarted. */
  readonly onFatal: (error: Error) => void;
}

export interface Consumer {
  /** The part of the topic's partitions that this consumer owns now. */
  assignedShare(): number;
  /** Waits for the parts in progress, begins no others, gives up the partitions. Idempotent. */
  stop(): Promise<void>;
}

const defaults = {
  batchMessagesMax: 2000,
  batchBytesMax: 8 * 1024 * 1024,
  partMessagesMax: 500,
  partBytesMax: 4 * 1024 * 1024,
  // Short even in a long outage, so that work resumes within seconds once the store is back.
  retryMinMs: 500,
  retryMaxMs: 5000,
  deadLetterTopic: deadLettersTopic,
  stalledAfterMs: 60_000,
};

/**
 * Starts the consumer loop that all apps share, with any driver. Each part is handled, its dead letters become durable,
 * then its offset is committed: a crash at any point repeats work and loses none.
 */
export async function createConsumer(log: EventLog, options: ConsumerOptions): Promise<Consumer> {
  const settings = { ...defaults, ...options };
  const stopping = new AbortController();
  const watchdog = createWatchdog(log, settings);
  const subscription = await log.subscribe({
    topic: settings.topic,
    group: settings.group,
    batchMessagesMax: settings.batchMessagesMax,
    batchBytesMax: settings.batchBytesMax,
    onBatch: createBatchProcessor(log, { ...settings, stopping: stopping.signal, onActivity: watchdog.recordActivity }),
    onFatal: settings.onFatal,
    ...(options.onRetry && { onRetry: options.onRetry }),
  });
  watchdog.watch(subscription);
  return {
    assignedShare: () => subscription.assignedShare(),
    stop: () => stop(subscription, stopping, watchdog),
  };
}

async function stop(subscription: Subscription, stopping: AbortController, watchdog: { stop(): void }): Promise<void> {
  stopping.abort();
  watchdog.stop();
  await subscription.stop();
}
