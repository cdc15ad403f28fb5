import { createConsumer, eventsTopic } from "@ruaflow/event-log";
import { type Service, startParts } from "@ruaflow/runtime";
import { toDisableRule, toSenderOptions } from "@ruaflow/webhooks";
import type { WebhookDispatcherSettings } from "./config.ts";
import { startDelivering } from "./delivering.ts";
import type { DispatcherOptions } from "./dispatcher-options.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { observeQueue } from "./observe.ts";
import { judgeMessage, toLogMessage } from "./read-events.ts";
import { startWorkLoop } from "./work-loop.ts";

/** Consumer group of all webhook-dispatchers. */
export const WEBHOOK_DISPATCHER_GROUP = "ruaflow.webhook-dispatcher";

/** Events that are appended to the log at once. */
const RELAY_EVENTS_MAX = 500;

/**
 * Delivers events to webhooks. Events come out of the outbox into the log, from the log into the queue of each webhook that
 * wants them, and from there to its endpoint: at least once, in no promised order. Any number may run side by side.
 */
export function createWebhookDispatcher(options: DispatcherOptions): Promise<Service> {
  const { log, metadata, logger, metrics, onFatal, now = () => new Date() } = options;
  return startParts(async (started) => {
    observeQueue(metrics, metadata);
    const delivering = startDelivering({ ...options, now });
    started.defer(() => delivering.stop());
    const housekeeping = startHousekeeping({ metadata, logger, now, onReleased: delivering.wake });
    started.defer(() => housekeeping.stop());
    const consumer = await createConsumer(log, {
      topic: eventsTopic,
      group: WEBHOOK_DISPATCHER_GROUP,
      onFatal,
      onRetry: (error) => logger.warn({ err: error }, "queueing deliveries waits"),
      async handle(messages) {
        const outcomes = messages.map(judgeMessage);
        const ids = outcomes.flatMap((outcome) => (outcome.kind === "ok" ? [outcome.value] : []));
        if ((await metadata.delivery.createDeliveries(ids, { now: now() })) > 0) delivering.wake();
        return outcomes;
      },
    });
    started.defer(() => consumer.stop());
    const relaying = startWorkLoop({
      name: "relay of events",
      idleMs: 200,
      pauseMs: 10,
      onError: (error) => logger.warn({ err: error }, "events wait for the log"),
      async work() {
        const relayed = await metadata.delivery.relayEvents(RELAY_EVENTS_MAX, (events) =>
          log.append(eventsTopic, events.map(toLogMessage)),
        );
        return relayed === RELAY_EVENTS_MAX;
      },
    });
    started.defer(() => relaying.stop());
    return { name: "webhook-dispatcher" };
  });
}

/** @throws {UsageError} when a range of addresses is none */
export function toDispatcherOptions(settings: WebhookDispatcherSettings) {
  return {
    ...toSenderOptions(settings),
    scheduleFactor: settings.RUAFLOW_WEBHOOK_SCHEDULE_FACTOR,
    disableAfter: toDisableRule(settings),
  };
}
