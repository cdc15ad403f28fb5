import type { Handle, Progress } from "./consumer/handle.ts";
import { createBatchProcessor } from "./consumer/process-batch.ts";
import { createWatchdog } from "./consumer/watchdog.ts";
import type { EventLog, Subscription } from "./event-log.ts";
import { deadLettersTopic } from "./topics.ts";

export interface ConsumerOptions {
  readonly topic: string;
  readonly group: string;
  readonly handle: Handle;
  /** Limits of what is fetched at once per partition. */
  readonly batchMessagesMax?: number;
  readonly batchBytesMax?: number;
  /** Limits of what `handle` gets at once; a part should be at most five seconds of work. */
  readonly partMessagesMax?: number;
  readonly partBytesMax?: number;
  /** The pause before the second try; each further one is about twice as long. */
  readonly retryMinMs?: number;
  /** No pause is longer. */
  readonly retryMaxMs?: number;
  readonly deadLetterTopic?: string;
  /** With messages waiting and nothing happening for this long, the consumer is taken for dead. */
  readonly stalledAfterMs?: number;
  /** After each part: handled, dead letters durable, offset committed. */
  readonly onProgress?: (progress: Progress) => void;
  /** After each failure that will be tried again; outages show here. */
  readonly onRetry?: (error: Error) => void;
  /** Nothing will happen any more; the process should end and be started again. */
  readonly onFatal: (error: Error) => void;
}

export interface Consumer {
  /** Waits for the parts in hand, begins no other one, gives up the partitions. Idempotent. */
  stop(): Promise<void>;
}

const defaults = {
  batchMessagesMax: 2000,
  batchBytesMax: 8 * 1024 * 1024,
  partMessagesMax: 500,
  partBytesMax: 4 * 1024 * 1024,
  // Short even in a long outage: what waits goes on within seconds once the store is back.
  retryMinMs: 500,
  retryMaxMs: 5000,
  deadLetterTopic: deadLettersTopic,
  stalledAfterMs: 60_000,
};

/**
 * Starts the one consumer loop that all apps share, whatever the driver. Order of each part: handled, dead letters
 * durable, offset committed; so a crash anywhere repeats work and loses none.
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
  return { stop: () => stop(subscription, stopping, watchdog) };
}

async function stop(subscription: Subscription, stopping: AbortController, watchdog: { stop(): void }): Promise<void> {
  stopping.abort();
  watchdog.stop();
  await subscription.stop();
}
