import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimedDelivery } from "@ruaflow/metadata-store/delivery";
import { noTracing } from "@ruaflow/runtime/tracing";
import { type Loop, startLoop } from "@ruaflow/runtime/work";
import { createSender } from "@ruaflow/webhooks";
import { attemptDelivery } from "./attempt-delivery.ts";
import { createDeliverySlots } from "./delivery-slots.ts";
import type { DispatcherOptions } from "./dispatcher-options.ts";
import { findOrigin } from "./event-origin.ts";
import { observeAttempts } from "./observe.ts";
import { createResultSaver } from "./save-results.ts";

/** Leaves time to release claims within the 25 s that a process has to stop. */
const DRAIN_DEFAULT_MS = 15_000;

/** Lease time as a multiple of the attempt's time limit: the rest is for saving the result. */
const LEASE_FACTOR = 2;

type DeliveringOptions = Pick<
  DispatcherOptions,
  | "metadata"
  | "logger"
  | "metrics"
  | "allow"
  | "ca"
  | "resolveHost"
  | "deadlineMs"
  | "scheduleFactor"
  | "disableAfter"
  | "drainMs"
  | "tracing"
> & { readonly now: () => Date };

/** Claims due deliveries and attempts them, at most one for each free slot. */
export function startDelivering(options: DeliveringOptions): Loop {
  const { metadata, logger, metrics, deadlineMs, scheduleFactor, now, drainMs = DRAIN_DEFAULT_MS } = options;
  const { tracing = noTracing } = options;
  const sender = createSender(options);
  const saveResult = createResultSaver(metadata, options.disableAfter);
  const observe = observeAttempts({ metrics, logger, tracing });
  const abandoned = new AbortController();
  const schedule = { random: Math.random, factor: scheduleFactor };
  const slots = createDeliverySlots(() => loop.wake());

  async function deliver(claim: ClaimedDelivery): Promise<void> {
    const startedAt = new Date();
    const origin = findOrigin(claim, { tracing, metadata });
    try {
      const context = { saveResult, sender, schedule, now, abandoned: abandoned.signal };
      const result = await attemptDelivery(claim, context);
      observe({ claim, result, startedAt, origin: await origin });
    } catch (error) {
      const { id: deliveryId, eventId, webhookId, organizationId } = claim;
      const ids = { deliveryId, eventId, webhookId, organizationId };
      if (!abandoned.signal.aborted)
        logger.error(
          { err: error, ...ids },
          "an attempt ended without a saved result; the delivery is due again when its lease ends",
        );
    }
  }

  const loop = startLoop({
    name: "deliveries",
    everyMs: 1000,
    pauseMs: 20,
    onError: (error) => logger.warn({ err: error }, "deliveries are waiting for the database"),
    async work() {
      const free = slots.free();
      if (free.firstAttemptsMax + free.retriesMax === 0) return false;
      const claims = await metadata.delivery.claimDeliveries({
        ...free,
        now: now(),
        leaseMs: LEASE_FACTOR * deadlineMs,
      });
      for (const claim of claims) slots.take(claim, deliver(claim));
      return claims.length > 0;
    },
  });

  return {
    ...loop,
    async stop() {
      await loop.stop();
      await Promise.race([slots.drain(), sleep(drainMs, undefined, { ref: false })]);
      const unfinished = slots.inFlight();
      abandoned.abort();
      await sender.close();
      await slots.drain();
      if (unfinished.length > 0) await metadata.delivery.releaseClaims(unfinished);
    },
  };
}
