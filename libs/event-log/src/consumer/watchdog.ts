import { EventLogError } from "../errors.ts";
import type { EventLog, Subscription } from "../event-log.ts";

export interface WatchdogOptions {
  readonly topic: string;
  readonly group: string;
  readonly stalledAfterMs: number;
  readonly onFatal: (error: Error) => void;
}

export interface Watchdog {
  recordActivity(partition: number): void;
  watch(subscription: Subscription): void;
  stop(): void;
}

/**
 * Finds a consumer that has silently stalled: it owns a partition with waiting messages and has neither worked on it
 * nor retried for `stalledAfterMs`. Waiting out an outage counts as activity, and so does a heartbeat of the handler; a
 * handler that never returns does not.
 */
export function createWatchdog(log: EventLog, options: WatchdogOptions): Watchdog {
  const quietSince = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  async function check(subscription: Subscription): Promise<void> {
    const waiting = await readWaiting(log, subscription, options);
    for (const partition of quietSince.keys()) if (!waiting.has(partition)) quietSince.delete(partition);
    for (const partition of waiting) {
      const since = quietSince.get(partition) ?? performance.now();
      quietSince.set(partition, since);
      if (performance.now() - since > options.stalledAfterMs) return reportStall(partition);
    }
  }

  function reportStall(partition: number): void {
    if (!timer) return;
    stop();
    const { topic, group, stalledAfterMs } = options;
    const message = `${group} has done nothing in partition ${partition} of ${topic} for ${stalledAfterMs} ms, with messages waiting.`;
    options.onFatal(new EventLogError("consumer_stalled", message));
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    recordActivity: (partition) => quietSince.set(partition, performance.now()),
    watch(subscription) {
      // While the lag cannot be read, a stall cannot be distinguished from an outage.
      timer = setInterval(() => check(subscription).catch(() => quietSince.clear()), options.stalledAfterMs / 6);
    },
    stop,
  };
}

async function readWaiting(log: EventLog, subscription: Subscription, options: WatchdogOptions): Promise<Set<number>> {
  const lags = await log.readLag(options.topic, options.group);
  const assigned = new Set(subscription.assignedPartitions());
  return new Set(lags.filter((lag) => lag.lagMessages > 0 && assigned.has(lag.partition)).map((lag) => lag.partition));
}
