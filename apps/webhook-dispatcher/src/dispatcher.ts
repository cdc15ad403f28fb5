import { eventsTopic, type LogMessage } from "@ruaflow/event-log";
import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { type Service, startParts } from "@ruaflow/runtime";
import { startLoop } from "@ruaflow/runtime/work";
import { toDisableRule, toSenderOptions } from "@ruaflow/webhooks";
import type { WebhookDispatcherSettings } from "./config.ts";
import { startDelivering } from "./delivering.ts";
import type { DispatcherOptions } from "./dispatcher-options.ts";
import { observeQueue } from "./observe.ts";

/** Maximum number of events relayed in one round. */
const RELAY_EVENTS_MAX = 500;

/**
 * Delivers events to webhooks. An event moves from the outbox to the log, where subscribers read it, and to the queue of
 * each subscribed webhook. From the queue it is sent to the endpoint at least once, in no guaranteed order. Several
 * dispatchers may run side by side.
 */
export function createWebhookDispatcher(options: DispatcherOptions): Promise<Service> {
  const { log, metadata, logger, metrics, now = () => new Date() } = options;
  return startParts(async (started) => {
    observeQueue(metrics, metadata);
    const delivering = startDelivering({ ...options, now });
    started.defer(() => delivering.stop());
    const relaying = startLoop({
      name: "relay of events",
      everyMs: 200,
      pauseMs: 10,
      onError: (error) => logger.warn({ err: error }, "events are waiting for the log"),
      async work() {
        const { events, deliveries } = await metadata.delivery.relayEvents({
          eventsMax: RELAY_EVENTS_MAX,
          now: now(),
          append: (some) => log.append(eventsTopic, some.map(toLogMessage)),
        });
        if (deliveries > 0) delivering.wake();
        return events === RELAY_EVENTS_MAX;
      },
    });
    started.defer(() => relaying.stop());
    return { name: "webhook-dispatcher" };
  });
}

/** An event as a log message: the id is the key and the bytes are the value, so that subscribers need no database. */
function toLogMessage(event: SavedEvent): LogMessage {
  return {
    key: event.id,
    value: event.body,
    headers: { type: event.type, organization: event.organizationId },
  };
}

/** @throws {UsageError} for an invalid address range */
export function toDispatcherOptions(settings: WebhookDispatcherSettings) {
  return {
    ...toSenderOptions(settings),
    scheduleFactor: settings.RUAFLOW_WEBHOOK_SCHEDULE_FACTOR,
    disableAfter: toDisableRule(settings),
  };
}
